import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import { closeMissed, expireRequests } from './ending.ts';
import { endingFacts, meetingsFacts } from './facts.ts';
import { findDueReminders } from './mails.ts';
import type { MeetingsDeps } from './meetings-deps.ts';
import { hoursRoutes, purchaseRoutes, requestRoutes } from './routes.ts';

/** What other features may call. */
export interface Meetings {
  readonly feature: Feature;
}

/** Private meetings: a viewer asks for a time, the host agrees, the viewer pays, both meet. */
export function meetingsFeature(
  kit: Kit,
  deps: { readonly accounts: Accounts; readonly events: Events; readonly ticketing: Ticketing } & Pick<
    MeetingsDeps,
    'onRequests' | 'rooms'
  >,
): Meetings {
  const all: MeetingsDeps = { ...kit, ...deps };
  return {
    feature: {
      name: 'meetings',
      routes: [...hoursRoutes(kit), ...requestRoutes(all), ...purchaseRoutes(all)],
      facts: [...meetingsFacts(all), ...endingFacts(all)],
      jobs: [expireRequests(all), closeMissed(all), findDueReminders(all.db)],
    },
  };
}
