import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { fewSeatsMax } from './event-card-model.ts';
import { SeatMeter } from './SeatMeter.tsx';

const drawn = (free: number, total: number) =>
  renderToStaticMarkup(createElement(SeatMeter, { seed: 'a', free, total }));

it('the meter warns in color only when five seats or fewer are left, in rows and as a bar', () => {
  for (const total of [49, 1000]) {
    expect(drawn(total, total)).not.toContain('data-few');
    expect(drawn(fewSeatsMax + 1, total)).not.toContain('data-few');
    expect(drawn(fewSeatsMax, total)).toContain('data-few="true"');
  }
});
