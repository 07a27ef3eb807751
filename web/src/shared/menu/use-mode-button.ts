import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { useEffect, useState } from 'react';
import { messageOf } from '#web/shared/api/refusal.ts';
import { reloadProfile, setViewerMode, useSession } from '#web/shared/session/session.ts';
import { requestInfluencer } from '#web/shared/session/log-in.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { toastError, toastGood } from '../toasts/toast.ts';
import { modeButton } from './menu-entries.ts';

/**
 * What the mode button says and does: ask, wait, or change sides. A person who waits sees the answer when the menu is
 * `shown` next.
 */
export function useModeButton(
  user: WireProfile | null,
  shown: boolean,
): { label: string; disabled: boolean; changesSides: boolean; act: () => void } | undefined {
  const { t } = useTranslation();
  const viewerMode = useSession((session) => session.viewerMode);
  const [asking, setAsking] = useState(false);
  const kind = user ? modeButton(user, viewerMode) : undefined;
  const waits = kind === 'processing';
  useEffect(() => {
    if (shown && waits) void reloadProfile().catch(() => undefined);
  }, [shown, waits]);
  if (!kind) return undefined;
  const ask = async () => {
    setAsking(true);
    try {
      await requestInfluencer();
      toastGood(t('nav.asked'));
    } catch (error) {
      toastError(messageOf(error));
    }
    setAsking(false);
  };
  return {
    label: t(`nav.${kind}`),
    disabled: asking || waits,
    changesSides: kind === 'toViewer' || kind === 'toInfluencer',
    act() {
      if (asking || waits) return;
      if (kind === 'become') void ask();
      else setViewerMode(kind === 'toViewer');
    },
  };
}
