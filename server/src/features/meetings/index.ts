import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import { meetingsFacts } from './facts.ts';
import { hoursRoutes } from './hours/hours-routes.ts';
import type { MeetingsKit } from './meetings-kit.ts';
import { closeMissed } from './ending/close-missed.ts';
import { endingFacts } from './ending/facts.ts';
import { purchaseRoutes } from './purchase/routes.ts';
import { findDueReminders } from './reminders/find-due.ts';
import { expireRequests } from './requests/expire-requests.ts';
import { requestRoutes } from './requests/routes.ts';

/** What other features may call. */
export interface Meetings {
  readonly feature: Feature;
}

/** Private meetings: a viewer asks for a time, the host agrees, the viewer pays, both meet. */
export function meetingsFeature(
  kit: Kit,
  uses: { readonly accounts: Accounts; readonly events: Events; readonly ticketing: Ticketing } & Pick<
    MeetingsKit,
    'onRequests' | 'rooms'
  >,
): Meetings {
  const all: MeetingsKit = { ...kit, ...uses };
  return {
    feature: {
      name: 'meetings',
      routes: [...hoursRoutes(kit), ...requestRoutes(all), ...purchaseRoutes(all)],
      facts: [...meetingsFacts(all), ...endingFacts(all)],
      jobs: [expireRequests(all), closeMissed(all), findDueReminders(all.db)],
    },
  };
}
