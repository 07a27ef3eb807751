import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { createElement as h, type ReactElement } from 'react';
import { say, sayTitle } from '../i18n/say.ts';
import { look } from './email-theme.ts';

/** What an email is made of. Text is plain: it is escaped in the HTML part and unchanged in the plain part. */
export type MailBlock =
  | { readonly kind: 'title'; readonly text: EventTitle }
  /** `written` by a person, all of it: it has the direction of its script. */
  | { readonly kind: 'text' | 'note'; readonly text: string; readonly written?: true }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly rows: readonly MailRow[] }
  /** Price lines; the last one is the total. */
  | { readonly kind: 'prices'; readonly rows: readonly MailRow[] }
  /** The stub of a ticket: its code. */
  | { readonly kind: 'stub'; readonly code: string; readonly hint: string };

export interface MailRow {
  readonly label: string;
  readonly value: string;
}

/** By CSS property in camel case; numbers are pixels. */
type Style = Readonly<Record<string, string | number>>;

const cell = (style: Style, className: string, ...children: (ReactElement | string)[]): ReactElement =>
  h('td', { style, className: className || undefined }, ...children);
const table = (style: Style, className: string, ...rows: ReactElement[]): ReactElement =>
  h(
    'table',
    {
      role: 'presentation',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style,
      className: className || undefined,
    },
    h('tbody', null, ...rows),
  );

const paragraph: Style = { margin: '0 0 16px', fontSize: 16, lineHeight: '24px', color: look.text };
const title: Style = {
  ...paragraph,
  fontFamily: look.display,
  fontSize: 20,
  lineHeight: '26px',
  fontWeight: 700,
};

/** Keeps the line breaks people typed. */
const linesOf = (text: string): (ReactElement | string)[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line]));

const directionOf = ({ written }: { written?: true }): 'auto' | undefined => (written ? 'auto' : undefined);

/** One block in the HTML part. */
export function blockHtml(block: MailBlock, key: number): ReactElement {
  switch (block.kind) {
    case 'title':
      return h('h2', { key, className: 'fr-text', dir: 'auto', style: title }, sayTitle(block.text));
    case 'text':
      return h('p', { key, className: 'fr-text', dir: directionOf(block), style: paragraph }, ...linesOf(block.text));
    case 'note':
      return h(
        'p',
        {
          key,
          className: 'fr-soft',
          dir: directionOf(block),
          style: { ...paragraph, fontSize: 14, lineHeight: '20px', color: look.textSoft },
        },
        ...linesOf(block.text),
      );
    case 'button':
      return h('p', { key, style: { margin: '24px 0' } }, h('a', { href: block.url, style: button }, block.label));
    case 'link':
      return h(
        'p',
        { key, style: { ...paragraph, fontSize: 14 } },
        h('a', { href: block.url, className: 'fr-link', style: { color: look.link, fontWeight: 600 } }, block.label),
      );
    case 'facts':
      return h(
        'div',
        { key },
        table({ margin: '0 0 16px' }, '', ...block.rows.map((row, index) => factRow(row, index))),
      );
    case 'prices':
      return h(
        'div',
        { key },
        table(
          { margin: '0 0 16px' },
          '',
          ...block.rows.map((row, index) => priceRow(row, index, index === block.rows.length - 1)),
        ),
      );
    default:
      return stub(block, key);
  }
}

/** One block in the plain part. */
export function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'title':
      return sayTitle(block.text);
    case 'text':
    case 'note':
      return block.text;
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'facts':
    case 'prices':
      return block.rows.map((row) => `${row.label}: ${row.value}`).join('\n');
    default:
      return `${say`Ticket ${block.code}`}\n${block.hint}`;
  }
}

const button: Style = {
  display: 'inline-block',
  padding: '14px 28px',
  borderRadius: 999,
  background: look.coral,
  color: look.onCoral,
  fontSize: 16,
  lineHeight: '24px',
  fontWeight: 700,
  textDecoration: 'none',
};

const factRow = (row: MailRow, key: number): ReactElement =>
  h(
    'tr',
    { key },
    cell(
      {
        padding: '4px 16px 4px 0',
        fontSize: 14,
        lineHeight: '20px',
        color: look.textSoft,
        width: 96,
        verticalAlign: 'top',
      },
      'fr-soft',
      row.label,
    ),
    cell(
      { padding: '4px 0', fontSize: 16, lineHeight: '20px', fontWeight: 600, color: look.text },
      'fr-text',
      row.value,
    ),
  );

const priceRow = (row: MailRow, key: number, isTotal: boolean): ReactElement => {
  const line: Style = isTotal ? { borderTop: `1px solid ${look.line}`, fontWeight: 700 } : {};
  const text: Style = { padding: '8px 0', fontSize: 16, lineHeight: '24px', color: look.text, ...line };
  return h(
    'tr',
    { key },
    cell(text, 'fr-text fr-line', row.label),
    cell({ ...text, textAlign: 'right', whiteSpace: 'nowrap' }, 'fr-text fr-line', row.value),
  );
};

const stub = (block: Extract<MailBlock, { kind: 'stub' }>, key: number): ReactElement =>
  h(
    'div',
    {
      key,
      className: 'fr-line',
      style: { borderTop: `2px dashed ${look.line}`, margin: '8px 0 24px', paddingTop: 24 },
    },
    table(
      {},
      '',
      h(
        'tr',
        { key: 'stub' },
        cell(
          { verticalAlign: 'middle' },
          '',
          h(
            'p',
            {
              className: 'fr-text',
              style: {
                margin: '0 0 4px',
                fontFamily: look.display,
                fontSize: 18,
                fontWeight: 700,
                whiteSpace: 'nowrap',
                color: look.text,
              },
            },
            block.code,
          ),
          h(
            'p',
            { className: 'fr-soft', style: { margin: 0, fontSize: 14, lineHeight: '20px', color: look.textSoft } },
            block.hint,
          ),
        ),
      ),
    ),
  );
