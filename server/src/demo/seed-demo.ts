import type { Kit } from '../kit.ts';
import { seedDemoAccounts } from './accounts.ts';
import { seedDemoAudience } from './audience.ts';
import { seedDemoBilling } from './billing.ts';
import { seedDemoDevelopers } from './developers.ts';
import { seedDemoDisputes } from './disputes.ts';
import { seedDemoEvents } from './events.ts';
import { seedDemoPayout } from './payout.ts';
import { seedDemoReplays } from './replay.ts';
import { seedDemoCard } from './saved-card.ts';
import { seedDemoStats } from './stats.ts';

/** Everything a demo installation shows. Safe to run at every start. */
export async function seedDemo(kit: Kit): Promise<void> {
  await seedDemoAccounts(kit);
  await seedDemoCard(kit);
  await seedDemoEvents(kit);
  await seedDemoAudience(kit);
  await seedDemoReplays(kit);
  await seedDemoBilling(kit);
  await seedDemoDisputes(kit);
  await seedDemoPayout(kit);
  await seedDemoDevelopers(kit);
  await seedDemoStats(kit);
}
