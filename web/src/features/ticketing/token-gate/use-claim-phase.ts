import { useEffect, useEffectEvent } from 'react';

/** Tells the dialog when a claim is under way, and once when it went through. */
export function useClaimPhase(
  phase: string,
  { onClaimed, onBusy }: { onClaimed: () => void; onBusy: (busy: boolean) => void },
): void {
  const tell = useEffectEvent((now: string) => {
    onBusy(now === 'claiming');
    if (now === 'done') onClaimed();
  });
  useEffect(() => tell(phase), [phase]);
}
