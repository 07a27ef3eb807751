import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost, type TestActor } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { mailsTo } from '../../test/mails.ts';
import { pageRenderer } from '../../test/pages.ts';
import { signUp } from '../../test/sign-up.ts';
import { refusalIn } from './refusal-sentences.ts';

const publicUrl = 'https://frontrow.example';
let pages: string;
let app: TestApp;
let host: TestActor;
let renderer: () => Promise<PageRenderer | undefined>;
beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'frontrow-pages-'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><html lang="en"><title>alone</title></html>');
  const pageRendererHere: ReturnType<typeof pageRenderer> = (answer) => (renderer = pageRenderer(publicUrl)(answer));
  app = await testApp({ config: { publicUrl }, overrides: { pages, pageRenderer: pageRendererHere } });
  host = await newHost(app);
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true, force: true });
});

const open = async (url: string, headers: Record<string, string>) => {
  const answer = await app.http.inject({ url, headers: { accept: 'text/html', ...headers } });
  return {
    said: String(answer.headers['content-language']),
    marked: /<html lang="(\w+)"/.exec(answer.body)?.[1],
    body: answer.body,
    vary: String(answer.headers['vary']),
  };
};

test.each([
  ['what the browser accepts', { 'accept-language': 'fr, de-AT;q=0.9, es;q=0.5' }, 'de'],
  ['the choice kept in this browser', { 'accept-language': 'de', cookie: 'a=b; frontrow-language=es' }, 'es'],
  ['English where nothing known is wanted', { 'accept-language': 'fr', cookie: 'frontrow-language=xx' }, 'en'],
  ['English where nothing is said', {}, 'en'],
])('a page is in the language of %s', async (_, headers, language) => {
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const drawn = await open(`/event/${event.id}`, headers);
  expect([drawn.said, drawn.marked]).toEqual([language, language]);
  expect(drawn.vary).toContain('accept-language, cookie');
  const alone = await open('/live_events', headers);
  expect([alone.said, alone.marked]).toEqual([language, language]);
});

test('pages that are drawn at once in different languages do not mix', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200, title: 'Slow ramen' });
  const words = { de: 'Volle Erstattung', es: 'Reembolso completo', en: 'Full refund' };
  const draws = (['de', 'en', 'es', 'en', 'de', 'es'] as const).map(async (language) => {
    const { html } = await (await renderer())!.draw(`/event/${event.id}`, app.clock.now(), language);
    expect([language, /<html lang="(\w+)"/.exec(html)?.[1]]).toEqual([language, language]);
    for (const [other, word] of Object.entries(words))
      expect([language, other, html.includes(word)]).toEqual([language, other, other === language]);
  });
  await Promise.all(draws);
});

test('each language has its own kept page', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const bodies = [];
  for (const language of ['de', 'es', 'de', 'es'])
    bodies.push((await open(`/event/${event.id}`, { 'accept-language': language })).marked);
  expect(bodies).toEqual(['de', 'es', 'de', 'es']);
});

const refusalOf = async (language: string | undefined, body: object = {}) =>
  (
    await app.call('POST /auth/login', {
      body: { email: 'nobody@mail.com', password: 'Wrong-one-1', ...body },
      ...(language && { headers: { 'content-language': language } }),
    })
  ).errors[0]!;

test('a refusal is in the language that the client names, in English for any other', async () => {
  const english = 'The email address or password is incorrect.';
  expect((await refusalOf(undefined)).message).toBe(english);
  expect((await refusalOf('fr')).message).toBe(english);
  expect((await refusalOf('en')).message).toBe(english);
  const german = await refusalOf('de-CH');
  expect(german).toMatchObject({ code: 'credentials_wrong', message: expect.stringContaining('Passwort') as string });
  expect((await refusalOf('es')).message).toMatch(/contraseña/);
});

test('what is wrong with an input is said in that language, with its numbers', async () => {
  expect((await refusalOf('de', { password: 'x'.repeat(201) })).message).toBe('password: Höchstens 200 Zeichen.');
  expect((await refusalOf('es', { password: undefined })).message).toBe('password: Falta este dato.');
});

test('an amount in a refusal is written as the reader writes money', () => {
  const said = (available: string, language: 'de' | 'es' | 'en') =>
    refusalIn(refuse('payout_over_available', { available }), language);
  expect(said('€1,730.00', 'de')).toBe('Du kannst bis zu 1.730,00\u00A0€ auszahlen lassen.');
  expect(said('€1,730.00', 'en')).toBe('You can withdraw up to €1,730.00.');
  expect(said('CHF 12,000.50, €5', 'es')).toBe('Puedes cobrar hasta 12.000,50\u00A0CHF, 5\u00A0€.');
  expect(said('€5 for Ana', 'de')).toContain('€5 for Ana');
  const detail = refuse('bad_input', { detail: 'At most €5,000.00.' });
  expect(refusalIn(detail, 'de')).toContain('5.000,00\u00A0€');
});

const refusedIn = (code: RefusalCode, params: Record<string, string>, languages: readonly Language[] = ['de', 'es']) =>
  languages.map((language) => refusalIn(refuse(code, params), language));

test('a refusal names a state, a field and scopes in the language of its sentence', () => {
  expect(refusedIn('sepa_line_decided', { state: 'in file' })).toEqual([
    'Diese Überweisung ist schon als „in Datei“ markiert.',
    'Esta transferencia ya está marcada: en archivo.',
  ]);
  expect(refusedIn('field_required', { label: 'Birth date' })).toEqual([
    'Geburtsdatum fehlt.',
    'Fecha de nacimiento: este campo es obligatorio.',
  ]);
  const scopes = refusedIn('api_key_scope_missing', { scope: 'read_guests or read_events' });
  expect(scopes[0]).toContain('read_guests oder read_events');
  expect(scopes[1]).toContain('read_guests o read_events');
});

test('every field that a refusal says is required has a name in each language', () => {
  const folders = ['../../../core/src', '..'].map((folder) => join(import.meta.dirname, folder));
  const labels = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/'field_required', \{ label: '([^']+)' \}/g),
      ])
      .map(([, label]) => label!),
  );
  expect(new Set(labels).size).toBeGreaterThan(5);
  // The one word that German spells the same.
  for (const label of new Set(labels))
    for (const sentence of refusedIn('field_required', { label }, label === 'Name' ? ['es'] : ['de', 'es']))
      expect(sentence).not.toContain(label);
});

test('the account decides on the language of its emails, not the request that causes them', async () => {
  const { token, email } = await signUp(app, 'german');
  await app.quiesce();
  expect((await mailsTo(app, email))[0]!.subject).toBe('Confirm your email address');
  const chosen = await app.call('POST /user/language', { as: token, body: { user_language: 'de' } });
  expect(chosen.data.user_language).toBe('de');
  expect((await app.call('GET /user/profile', { as: token })).data.user_language).toBe('de');
  await app.call('POST /auth/forgot_password', { body: { email }, headers: { 'content-language': 'es' } });
  await app.quiesce();
  const [mail] = await mailsTo(app, email);
  expect(mail!.subject).toMatch(/Passwort/);
  expect(mail!.html).toContain('lang="de"');
  expect(mail!.text).not.toMatch(/The link|Hello/);
});

test('who signs up in a language gets it in every browser, and a guest may choose one', async () => {
  const { data } = await app.call('POST /auth/signup', {
    headers: { 'content-language': 'es' },
    body: {
      email: 'nueva@mail.com',
      username: 'nueva',
      password: 'Curtain-up-7',
      name: 'Ana',
      surname: 'Ruiz',
      date_of_birth: '1990-05-01',
      accept_terms: true,
    },
  });
  expect(data.user.user_language).toBe('es');
  await app.quiesce();
  expect((await mailsTo(app, 'nueva@mail.com'))[0]!.html).toContain('lang="es"');
  const event = await newEvent(app, host);
  const guest = await newGuest(app, event.id);
  const chosen = await app.call('POST /user/language', { as: guest.token, body: { user_language: 'es' } });
  expect(chosen.data.user_language).toBe('es');
});

test('a guest who buys in a language gets the ticket in it, with its calendar file', async () => {
  const event = await newEvent(app, host, { title: 'Slow ramen', zone: 'Europe/Berlin' });
  const email = 'gast@mail.com';
  const bought = await app.call('POST /events/purchase_no_login', {
    headers: { 'content-language': 'de' },
    body: { event_uuid: event.id, type: 'interactive', email },
  });
  expect(bought.errors).toEqual([]);
  await app.quiesce();
  const [mail] = await mailsTo(app, email);
  expect(mail!.subject).toBe('Dein Ticket: Slow ramen');
  expect(mail!.text).toMatch(/(Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag), \d+\. \p{L}+ \d{4}/u);
  expect(Buffer.from(mail!.attachments[0]!.base64, 'base64').toString()).toMatch(/DESCRIPTION:Mit /);
});
