import { createStore, type StoreApi } from 'zustand/vanilla';
import { rallyAttemptMs } from '@frontrow/core/token-gate/limits.ts';
import { ApiRefusal, isAnswer } from '#web/shared/api/refusal.ts';
import type { StoredRally } from './rally-stored.ts';

/** How often the stored state is looked at. */
export const rallyPollMs = 500;
/** A window that went to the provider may look closed for a moment. */
const looksToBeGone = 3;

/** What the model needs of the popup. */
export interface Popup {
  readonly closed: boolean;
  goTo(url: string): void;
  close(): void;
}

export interface RallyPorts {
  begin(): Promise<{ url: string }>;
  claim(code: string, state: string | null): Promise<unknown>;
  take(state: string | null): StoredRally | null;
  /** Runs until the answer is called. */
  every(ms: number, work: () => void): () => void;
  say(error: unknown): string;
  /** What is said of a trip that took too long. */
  readonly tooLong: string;
  done(): void;
}

export type RallyPhase =
  /** The window is opened by a press: it was blocked, or nobody pressed yet. */
  | { readonly is: 'ready'; readonly blocked: boolean }
  | { readonly is: 'waiting'; readonly closed: boolean }
  | { readonly is: 'claiming' }
  /** `again`: a new sign-in may help, or the same claim, or nothing. */
  | { readonly is: 'refused'; readonly message: string; readonly again: 'signIn' | 'claim' | 'nothing' }
  | { readonly is: 'done' };

export interface RallyFlow {
  readonly store: StoreApi<RallyPhase>;
  /** Goes on with the window that a press opened; null where it was blocked. */
  start(popup: Popup | null): Promise<void>;
  /** The same code once more: the network was gone, or the provider away. */
  claimAgain(): Promise<void>;
  stop(): void;
}

/** Refusals that another sign-in may change. */
const signInAgain: readonly string[] = [
  'rally_over',
  'rally_refused',
  'rally_failed',
  'not_a_holder',
  'wallet_has_ticket',
];

const stateOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).searchParams.get('state') : null);

/** A ticket for token holders: the popup, the code it leaves behind, the claim. No React, no network. */
export function createRally(ports: RallyPorts): RallyFlow {
  const store = createStore<RallyPhase>(() => ({ is: 'ready', blocked: false }));
  const set = (phase: RallyPhase): void => store.setState(phase, true);
  let popup: Popup | null = null;
  let endPoll = (): void => undefined;
  /** A trip that is over must not answer for the one after it. */
  let trip = 0;
  let back: { readonly code: string; readonly state: string | null } | undefined;

  const leave = (): void => {
    trip += 1;
    endPoll();
    popup?.close();
    popup = null;
  };

  async function claim(): Promise<void> {
    if (!back) return;
    set({ is: 'claiming' });
    try {
      await ports.claim(back.code, back.state);
      set({ is: 'done' });
      ports.done();
    } catch (error) {
      const refusal = error instanceof ApiRefusal ? error : undefined;
      const again =
        !isAnswer(error) || refusal?.is('request_in_progress')
          ? 'claim'
          : signInAgain.some((code) => refusal?.is(code))
            ? 'signIn'
            : 'nothing';
      set({ is: 'refused', message: ports.say(error), again });
      // Another tab of this person may have got it.
      if (refusal?.is('already_has_ticket')) ports.done();
    }
  }

  function poll(state: string | null): void {
    let gone = 0;
    let looks = 0;
    endPoll = ports.every(rallyPollMs, () => {
      const stored = ports.take(state);
      looks += 1;
      if (stored) {
        leave();
        if (stored.code === null) return set({ is: 'refused', message: stored.error ?? '', again: 'signIn' });
        back = { code: stored.code, state };
        return void claim();
      }
      if (looks * rallyPollMs > rallyAttemptMs) {
        leave();
        return set({ is: 'refused', message: ports.tooLong, again: 'signIn' });
      }
      gone = popup?.closed ? gone + 1 : 0;
      set({ is: 'waiting', closed: gone >= looksToBeGone });
    });
  }

  return {
    store,
    async start(opened) {
      leave();
      back = undefined;
      if (!opened) return set({ is: 'ready', blocked: true });
      popup = opened;
      const mine = trip;
      set({ is: 'waiting', closed: false });
      try {
        const { url } = await ports.begin();
        if (mine !== trip) return;
        const state = stateOf(url);
        // Left behind by a trip that nobody waited for.
        ports.take(state);
        opened.goTo(url);
        poll(state);
      } catch (error) {
        if (mine !== trip) return;
        leave();
        set({ is: 'refused', message: ports.say(error), again: 'signIn' });
      }
    },
    claimAgain: claim,
    stop: leave,
  };
}
