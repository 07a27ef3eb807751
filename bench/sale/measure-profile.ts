import { median, print } from '../report.ts';
import { type Kind, type Profile } from './profiles.ts';
import { type Way, type Market, type Run, runSale } from './run-sale.ts';

const rounds = 3;
const order: readonly Way[] = ['nothing', 'ours', 'naive'];

/** Sells a profile in each way in turn, prints what was seen, and answers whether every goal was reached. */
export async function measureProfile(market: Market, profile: Profile, kind: Kind): Promise<boolean> {
  // Once each unmeasured: a server that sells has run for a while, and its code is compiled.
  for (const way of order) await runSale(market, profile, way, kind);
  const runs: Record<Way, Run[]> = { ours: [], naive: [], nothing: [] };
  for (let round = 0; round < rounds; round++)
    for (const way of order) runs[way].push(await runSale(market, profile, way, kind));

  const middle = (way: Way, of: keyof Run): number => median(runs[way].map((run) => run[of]));
  const line = (way: Way): string =>
    [
      `${middle(way, 'answersPerSecond').toFixed(0)} answers/s`,
      ...(way === 'nothing' ? [] : [`${middle(way, 'ticketsPerSecond').toFixed(0)} tickets/s`]),
      `p50 ${middle(way, 'p50').toFixed(0)} ms`,
      `p99 ${middle(way, 'p99').toFixed(0)} ms`,
      `cpu ${middle(way, 'cpu').toFixed(0)} µs`,
      `shed ${middle(way, 'shed')}`,
    ].join('  ');
  // Of one round each: what ran right after each other met the same machine.
  const over = (way: Way): number =>
    median(runs.ours.map((run, round) => run.answersPerSecond / runs[way][round]!.answersPerSecond));

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
