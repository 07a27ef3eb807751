import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { type KnownWords, likely, schemaOf, spoiled } from './valid-inputs.ts';
import { oddText } from './odd-values.ts';

const boundary = 'frontrow-fuzz';

/** As an address carries it; half a character cannot be written, so its bytes are. */
const encoded = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : `${encodeURIComponent(text.toWellFormed())}%ED%A0%80`;
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const namesAndValues = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [['value', value]];

/** What a form looks like: fields as texts, and now and then a file. */
function formOf(value: unknown, file: string | undefined): Buffer {
  const parts = namesAndValues(value).map(
    ([name, one]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll(/[\r\n"]/g, '_')}"\r\n\r\n${asText(one)}\r\n`,
  );
  if (file !== undefined)
    parts.push(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="../../x.mp4"\r\ncontent-type: video/mp4\r\n\r\n${file}\r\n`,
    );
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
}

/** Header values are bytes: what no header may carry is left out by every client. */
const headerText = oddText.map((text) => text.replaceAll(/[^\t\u0020-\u007E\u0080-\u00FF]/g, '').slice(0, 2_000));
const oddHeaders = fc.record(
  {
    'idempotency-key': headerText,
    'if-none-match': headerText,
    'content-language': headerText,
    'x-platform': headerText,
    'x-camera-permission': headerText,
    'guest-token': headerText,
    cookie: headerText,
    origin: headerText,
    'x-forwarded-for': headerText,
    'user-agent': headerText,
  },
  { requiredKeys: [] },
);

const oddBodies = fc.constantFrom<[string, string]>(
  ['application/json', '{"a":'],
  ['application/json', ''],
  ['application/json', '\u0000'],
  ['application/json', '{"a":1}{"b":2}'],
  ['application/json', `{"a":${'['.repeat(5_000)}`],
  ['application/json', '{"__proto__":{"isAdmin":true}}'],
  ['application/json', '\uFEFF{}'],
  ['application/json; charset=utf-16', '{}'],
  ['text/plain', '{}'],
  ['multipart/form-data', '{}'],
  [`multipart/form-data; boundary=${boundary}`, `--${boundary}\r\ncontent-disposition: form-data; name="a`],
  [`multipart/form-data; boundary=${boundary}`, '{}'],
  ['application/x-www-form-urlencoded', 'a=1&a=2'],
);

const mostly = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: seldom });

/** Requests for one call: meant well, with one thing wrong, or nonsense. */
export function fuzzedRequest(
  call: string,
  endpoint: Endpoint,
  known: KnownWords,
  tokens: readonly (string | undefined)[],
): fc.Arbitrary<InjectOptions> {
  const [method = '', path = ''] = call.split(' ');
  const meant = (type: Endpoint['body']): fc.Arbitrary<unknown> =>
    type ? mostly(likely(schemaOf(type), known), spoiled(likely(schemaOf(type), known))) : fc.constant({});
  const wrong = (type: Endpoint['body']): fc.Arbitrary<unknown> =>
    type ? spoiled(likely(schemaOf(type), known)) : fc.constant({});

  const address = fc
    .tuple(
      mostly(meant(endpoint.params), wrong(endpoint.params)),
      fc.oneof(meant(endpoint.query), wrong(endpoint.query)),
      fc.constantFrom('', '', '', '&limit=1&limit=2', '&cursor[]=1', '&%zz', '&a.b=%00'),
    )
    .map(([params, query, more]) => {
      const given = Object.fromEntries(namesAndValues(params));
      const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encoded(asText(given[name] ?? 'x')));
      const asked = namesAndValues(query).map(([name, value]) => `${encoded(name)}=${encoded(asText(value))}`);
      return `/api${filled}?${asked.join('&')}${more}`;
    });

  const body = fc.oneof(
    { weight: 5, arbitrary: fc.oneof(meant(endpoint.body), wrong(endpoint.body)).map(asJson) },
    ...(endpoint.multipart
      ? [{ weight: 5, arbitrary: fc.tuple(meant(endpoint.body), fc.option(oddText, { nil: undefined })).map(asForm) }]
      : []),
    { weight: 1, arbitrary: oddBodies.map(([type, payload]) => ({ type, payload: Buffer.from(payload) })) },
  );

  return fc
    .record({ url: address, body, token: fc.constantFrom(...tokens), more: mostly(fc.constant({}), oddHeaders) })
    .map(({ url, body: { type, payload }, token, more }) => ({
      method: method as 'GET' | 'POST',
      url,
      headers: {
        ...more,
        ...(method === 'POST' && { 'content-type': type }),
        ...(token !== undefined && { [accessTokenHeader]: token }),
      },
      ...(method === 'POST' && { payload }),
    }));
}

interface Body {
  readonly type: string;
  readonly payload: Buffer;
}
const asJson = (value: unknown): Body => ({
  type: 'application/json',
  payload: Buffer.from(JSON.stringify(value) ?? ''),
});
const asForm = ([value, file]: [unknown, string | undefined]): Body => ({
  type: `multipart/form-data; boundary=${boundary}`,
  payload: formOf(value, file),
});
