import { expect, it } from 'vitest';
import { ticketFile } from './ticket-file.ts';

it('escapes texts that people wrote and contains the code', () => {
  const svg = ticketFile({
    title: '<script>alert("x")</script> & friends',
    facts: [{ name: 'Seat', value: 'Row 1, 23' }],
    code: 'FR-8KQ2',
  });
  expect(svg).not.toContain('<script');
  expect(svg).toContain('FR-8KQ2');
});
