import { seconds } from '@frontrow/core/kernel/instant.ts';

/** A second failure within this is not an address that grew old. */
const renewedMs = seconds(10);

interface RenewalPorts {
  /** Asks for new addresses; false where there are none. */
  ask(): Promise<boolean>;
  /** Whether people are shown that a video does not load. */
  say(isFailed: boolean): void;
  /** Monotonic, in milliseconds. */
  now(): number;
}

export interface Renewal {
  /** `isOnly`: there is nothing else to play, so a second failure is said as well. */
  failed(isOnly: boolean): void;
  retry(): void;
  /** Another video is shown. */
  reset(): void;
}

/** A video that fails gets a new address. Where there is none, people can ask for it again. */
export function createRenewal({ ask, say, now }: RenewalPorts): Renewal {
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  const renew = async (): Promise<void> => {
    isAsking = true;
    say(false);
    const isRenewed = await ask();
    isAsking = false;
    // Counted from the answer: without a network it takes several attempts.
    askedAt = now();
    if (!isRenewed) say(true);
  };
  return {
    failed(isOnly) {
      if (isAsking) return;
      if (now() - askedAt >= renewedMs) void renew();
      else if (isOnly) say(true);
    },
    retry: () => void (isAsking || renew()),
    reset: () => say(false),
  };
}
