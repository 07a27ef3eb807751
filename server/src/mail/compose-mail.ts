import { seenLine, shortLine } from '@frontrow/core/kernel/text.ts';
import { sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { createElement as h, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { say, writeIn, writingLanguage } from '../i18n/say.ts';
import { type MailAttachment, type MailMessage, notificationSettingsUrl } from '../ports/mail.ts';
import { blockHtml, blockText, type MailBlock } from './email-blocks.ts';
import { darkRules, look } from './email-theme.ts';
import { subjectCharsMax } from './event-date.ts';

export interface MailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly subject: string;
  /** What an inbox shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  /** A person wrote the heading, all of it: it has the direction of its script. */
  readonly headingWritten?: true;
  readonly blocks: readonly MailBlock[];
  /** Why this email was sent, at the very bottom. */
  readonly footer?: string;
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly MailAttachment[];
}

/** The doctype that old email clients need to lay out tables. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
const settingsLabel = (): string => say`Notification settings`;
const defaultFooter = (): string => say`You received this email because of something you did on Frontrow.`;

/**
 * A mail that is composed in its reader's language once that is known; in English until then. Everything in it that
 * depends on the language is written inside `compose`.
 */
export const inReadersLanguage =
  <Parts>(compose: (parts: Parts) => MailMessage) =>
  (parts: Parts): MailMessage => ({
    ...writeIn(sourceLanguage, () => compose(parts)),
    inLanguage: (language) => writeIn(language, () => compose(parts)),
  });

/** An email in Frontrow's design, with a plain-text part in the same words. Text is escaped; links are the caller's. */
export function composeMail(parts: MailParts): MailMessage {
  const { dedupeKey, to, attachments, unsubscribeUrl } = parts;
  const subject = shortLine(seenLine(parts.subject), subjectCharsMax);
  const footer = parts.footer ?? defaultFooter();
  const text = [
    parts.heading,
    ...parts.blocks.map(blockText),
    `--\n${footer}\n${settingsLabel()}: ${notificationSettingsUrl}`,
  ].join('\n\n');
  return {
    dedupeKey,
    to,
    subject,
    html: `${doctype}${renderToStaticMarkup(documentOf({ ...parts, subject, footer }))}`,
    text: `${text}\n`,
    ...(unsubscribeUrl && { unsubscribeUrl }),
    ...(attachments && { attachments }),
  };
}

function documentOf(parts: MailParts & { readonly footer: string }): ReactElement {
  const { subject, preview, footer } = parts;
  return h(
    'html',
    { lang: writingLanguage() },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, subject),
      h('style', { dangerouslySetInnerHTML: { __html: darkRules } }),
    ),
    h(
      'body',
      { className: 'fr-paper', style: { margin: 0, padding: 0, background: look.paper, fontFamily: look.font } },
      h('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 } }, preview),
      h(
        'table',
        {
          role: 'presentation',
          width: '100%',
          cellPadding: 0,
          cellSpacing: 0,
          border: 0,
          className: 'fr-paper',
          style: { background: look.paper },
        },
        h(
          'tbody',
          null,
          h(
            'tr',
            null,
            h(
              'td',
              // A long word, such as an address, breaks; it would make the whole email as wide as itself.
              { align: 'center', style: { padding: '32px 12px', overflowWrap: 'anywhere', wordBreak: 'break-word' } },
              card(parts),
              small(footer),
            ),
          ),
        ),
      ),
    ),
  );
}

const card = ({ heading, headingWritten, blocks }: MailParts): ReactElement =>
  h(
    'table',
    {
      role: 'presentation',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      className: 'fr-surface',
      style: {
        maxWidth: 560,
        background: look.surface,
        border: `1px solid ${look.line}`,
        borderRadius: 16,
        borderCollapse: 'separate',
        overflow: 'hidden',
        textAlign: 'left',
      },
    },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h(
          'td',
          {
            className: 'fr-pad',
            style: { background: look.stage, padding: '24px 32px', borderRadius: '15px 15px 0 0' },
          },
          wordmark,
        ),
      ),
      h(
        'tr',
        null,
        h(
          'td',
          { className: 'fr-pad', style: { padding: '32px 32px 16px' } },
          h(
            'h1',
            {
              className: 'fr-text',
              dir: headingWritten && 'auto',
              style: {
                margin: '0 0 16px',
                fontFamily: look.display,
                fontSize: 28,
                lineHeight: '34px',
                letterSpacing: '-0.02em',
                color: look.text,
              },
            },
            heading,
          ),
          ...blocks.map(blockHtml),
        ),
      ),
    ),
  );

const head = (color: string, key: string): ReactElement =>
  h('span', {
    key,
    style: { display: 'inline-block', width: 12, height: 12, borderRadius: 999, marginRight: 3, background: color },
  });

/** Three people in a row, the middle one coral: you. */
const wordmark = h(
  'span',
  {
    style: {
      fontFamily: look.display,
      fontSize: 22,
      lineHeight: '24px',
      fontWeight: 700,
      letterSpacing: '-0.02em',
      color: look.stageText,
    },
  },
  head(look.stageText, 'left'),
  head(look.coral, 'you'),
  head(look.stageText, 'right'),
  ' Frontrow',
);

const small = (footer: string): ReactElement =>
  h(
    'p',
    {
      className: 'fr-soft',
      style: { maxWidth: 560, margin: '20px auto 0', fontSize: 12, lineHeight: '18px', color: look.textSoft },
    },
    footer,
    h('br'),
    h('a', { href: notificationSettingsUrl, className: 'fr-soft', style: { color: look.textSoft } }, settingsLabel()),
  );
