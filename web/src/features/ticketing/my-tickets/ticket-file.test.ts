import { expect, it } from 'vitest';
import { ticketFile } from './ticket-file.ts';

it('the file has the QR code at a fixed place and size', () => {
  const qr =
    '<svg height="144" width="144" viewBox="0 0 29 29" role="img"><path fill="black" d="M4 4h7v1H4z"></path></svg>';
  const file = { title: 'An evening', facts: [], code: 'FR-8KQ2' };
  const svg = ticketFile({ ...file, qr });
  expect(svg).toMatch(/<svg x="24" y="\d+" width="160" height="160" viewBox="0 0 29 29" role="img"><path/);
  expect(svg.match(/<svg /g)).toHaveLength(2);
  const heightOf = (text: string) => Number(/height="(\d+)"/.exec(text)![1]);
  expect(heightOf(svg)).toBeGreaterThan(heightOf(ticketFile(file)) + 160);
});

it('texts that people wrote are escaped, and the code is in the file', () => {
  const svg = ticketFile({
    title: '<script>alert("x")</script> & friends',
    facts: [{ name: 'Seat', value: 'Row 1, 23' }],
    code: 'FR-8KQ2',
  });
  expect(svg).not.toContain('<script');
  expect(svg).toContain('FR-8KQ2');
});
