import { hours, type Instant } from '../kernel/instant.ts';
import { startWindowMs } from './limits.ts';

/** The way of an event from its host's side. `check`: camera and sound, or the encoder, before anyone is let in. */
export const hostingSteps = ['set_up', 'share', 'check', 'go_live', 'results'] as const;
export type HostingStep = (typeof hostingSteps)[number];

/** The one button that helps most at this moment. */
export const hostingActions = ['finish_set_up', 'share', 'check', 'start', 'enter', 'see_results'] as const;
export type HostingAction = (typeof hostingActions)[number];

export const stepStates = ['done', 'current', 'open'] as const;
export type StepState = (typeof stepStates)[number];

/** On the last day the room comes before selling. */
const checkFromMs = hours(24);

export interface HostingFacts {
  readonly state: 'upcoming' | 'live' | 'finished';
  readonly startsAt: Instant;
  readonly sold: number;
  /** Seats that can still be bought. */
  readonly free: number;
  /** Something that the host has to settle first, such as where the money is paid out to. */
  readonly unfinished: boolean;
}

export interface HostingPlan {
  readonly action: HostingAction;
  readonly steps: readonly { readonly step: HostingStep; readonly state: StepState }[];
  /** The event may be started from now on. */
  readonly startsFrom: Instant;
}

function nextAction(event: HostingFacts, now: Instant): { step: HostingStep; action: HostingAction } {
  if (event.state === 'finished') return { step: 'results', action: 'see_results' };
  if (event.state === 'live') return { step: 'go_live', action: 'enter' };
  if (now >= event.startsAt - startWindowMs) return { step: 'go_live', action: 'start' };
  if (event.unfinished) return { step: 'set_up', action: 'finish_set_up' };
  if (event.free === 0 || now >= event.startsAt - checkFromMs) return { step: 'check', action: 'check' };
  return { step: 'share', action: 'share' };
}

/** Where a host is with an event, and what to do next. */
export function planHosting(event: HostingFacts, now: Instant): HostingPlan {
  const { step: current, action } = nextAction(event, now);
  const begun = event.state !== 'upcoming';
  const done: Readonly<Record<HostingStep, boolean>> = {
    set_up: begun || !event.unfinished,
    share: begun || event.sold > 0 || event.free === 0,
    check: begun,
    go_live: event.state === 'finished',
    results: false,
  };
  return {
    action,
    steps: hostingSteps.map((step) => ({
      step,
      state: step === current ? 'current' : done[step] ? 'done' : 'open',
    })),
    startsFrom: event.startsAt - startWindowMs,
  };
}
