import type { WireActivity } from '@frontrow/contract/stats/api.ts';
import { beforeAll, expect, it } from 'vitest';
import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import type { Translate } from '#web/shared/i18n/catalogues.ts';
import { activityLine } from './activity-line.ts';

beforeAll(() => loadCatalogues(['activity']));

const t: Translate<'activity'> = (key, values) => text('activity', key, values);
const line: WireActivity = {
  activity_ide: 1,
  kind: 'sales',
  at: 0,
  unread: false,
  count: 3,
  amount: 30,
  currency_code: 'EUR',
  event: { event_uuid: 'a', event_title: 'Forms, <b>fast</b>: {{count}} tickets' },
  person_name: 'Quinn',
  detail: '',
};

it('the title of an event is set apart from its sentence, whatever the title says', () => {
  for (const kind of [
    'sales',
    'refunds',
    'review',
    'finished',
    'cancelled',
    'waitlist',
    'replay_taken_down',
  ] as const) {
    const [before, title, after] = activityLine({ ...line, kind }, t, 'en').text;
    expect([kind, title]).toEqual([kind, line.event!.event_title]);
    expect(before + after).not.toMatch(/[\0{}]/);
  }
});

it('a line about no event has no title', () =>
  expect(activityLine({ ...line, kind: 'follows', event: null, count: 1 }, t, 'en').text[1]).toBe(''));

it('a line about a private meeting leads the host to its request', () => {
  const event = { event_uuid: 'a', event_title: 'Private meeting with Quinn', event_title_made: 'meeting' as const };
  for (const kind of ['sales', 'refunds', 'review'] as const) {
    expect(activityLine({ ...line, kind }, t, 'en').to).toBe('/event/a');
    expect(activityLine({ ...line, kind, event }, t, 'en').to).toBe('/private_meeting?request=a');
  }
});
