import { describe, expect, it } from 'vitest';
import { hours, minutes } from '../kernel/instant.ts';
import { type HostingFacts, planHosting } from './hosting-steps.ts';

const startsAt = hours(1_000);
const upcoming: HostingFacts = { state: 'upcoming', startsAt, sold: 0, free: 49, unfinished: false };
const stateOf = (event: HostingFacts, now: number): string =>
  planHosting(event, now)
    .steps.map(({ step, state }) => `${step} ${state}`)
    .join(', ');

describe('the next step of a host', () => {
  it('a host is asked to finish the setup first, and to share once it is complete', () => {
    const early = startsAt - hours(120);
    expect(planHosting({ ...upcoming, unfinished: true }, early).action).toBe('finish_set_up');
    expect(planHosting(upcoming, early).action).toBe('share');
    expect(stateOf(upcoming, early)).toBe('set_up done, share current, check open, go_live open, results open');
  });

  it('the check is offered instead of sharing on the last day, and as soon as no seat is left', () => {
    expect(planHosting(upcoming, startsAt - hours(24) - 1).action).toBe('share');
    expect(planHosting(upcoming, startsAt - hours(24)).action).toBe('check');
    expect(planHosting({ ...upcoming, sold: 49, free: 0 }, startsAt - hours(120)).action).toBe('check');
    expect(stateOf(upcoming, startsAt - hours(2))).toBe(
      'set_up done, share open, check current, go_live open, results open',
    );
  });

  it('Start streaming is offered from 15 minutes before the start, even if the setup is unfinished', () => {
    const event = { ...upcoming, unfinished: true };
    expect(planHosting(event, startsAt - minutes(15) - 1).action).toBe('finish_set_up');
    expect(planHosting(event, startsAt - minutes(15)).action).toBe('start');
    expect(planHosting(event, startsAt + hours(1)).action).toBe('start');
    expect(planHosting(event, startsAt).startsFrom).toBe(startsAt - minutes(15));
  });

  it('a host is led back into a live event, and to the results of a finished one', () => {
    expect(planHosting({ ...upcoming, state: 'live' }, startsAt).action).toBe('enter');
    const finished = { ...upcoming, state: 'finished' } as const;
    expect(planHosting(finished, startsAt + hours(1)).action).toBe('see_results');
    expect(stateOf(finished, startsAt + hours(1))).toBe(
      'set_up done, share done, check done, go_live done, results current',
    );
  });
});
