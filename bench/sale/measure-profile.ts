import { median, print } from '../report.ts';
import { type Kind, type Profile } from './profiles.ts';
import { type Lane, type Market, type Run, runSale } from './run-sale.ts';

const rounds = 3;
const order: readonly Lane[] = ['nothing', 'ours', 'naive'];

/** Sells a profile by each lane in turn, prints what was seen, and answers whether every goal was reached. */
export async function measureProfile(market: Market, profile: Profile, kind: Kind): Promise<boolean> {
  // Once each unmeasured: a server that sells has run for a while, and its code is compiled.
  for (const lane of order) await runSale(market, profile, lane, kind);
  const runs: Record<Lane, Run[]> = { ours: [], naive: [], nothing: [] };
  for (let round = 0; round < rounds; round++)
    for (const lane of order) runs[lane].push(await runSale(market, profile, lane, kind));

  const middle = (lane: Lane, of: keyof Run): number => median(runs[lane].map((run) => run[of]));
  const line = (lane: Lane): string =>
    [
      `${middle(lane, 'answersPerSecond').toFixed(0)} answers/s`,
      ...(lane === 'nothing' ? [] : [`${middle(lane, 'ticketsPerSecond').toFixed(0)} tickets/s`]),
      `p50 ${middle(lane, 'p50').toFixed(0)} ms`,
      `p99 ${middle(lane, 'p99').toFixed(0)} ms`,
      `cpu ${middle(lane, 'cpu').toFixed(0)} µs`,
      `shed ${middle(lane, 'shed')}`,
    ].join('  ');
  // Of one round each: what ran right after each other met the same machine.
  const over = (lane: Lane): number =>
    median(runs.ours.map((run, round) => run.answersPerSecond / runs[lane][round]!.answersPerSecond));

  const goals = profile.goals[kind];
  const overNaive = over('naive');
  const overNothing = over('nothing');
  const lastTicket = middle('ours', 'lastTicketSeconds');
  const goal = (sign: string, limit: number | undefined): string =>
    limit === undefined ? '' : ` (goal ${sign} ${limit})`;
  print(`${kind}, ${profile.name}; ${profile.tickets} tickets, ${profile.buyers} buyers; every sale exact`, [
    ['doing nothing', line('nothing')],
    ['ours', line('ours')],
    ['naive', line('naive')],
    ['ours / naive', `${overNaive.toFixed(1)}${goal('≥', goals.overNaive)}`],
    ['ours / nothing', `${overNothing.toFixed(2)}${goal('≥', goals.overNothing)}`],
    ['last ticket after', `${lastTicket.toFixed(2)} s${goal('≤', goals.lastTicketSeconds)}`],
  ]);
  return (
    overNaive >= goals.overNaive &&
    overNothing >= (goals.overNothing ?? 0) &&
    lastTicket <= (goals.lastTicketSeconds ?? Infinity)
  );
}
