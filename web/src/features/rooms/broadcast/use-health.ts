import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { type Advice, healthAdvice, type StreamHealth } from '@frontrow/core/broadcast/health-advice.ts';
import { mergeHealth } from '../model/feed.ts';
import { useEventPage, useSnapshot } from '../room-view.ts';
import { useIngest } from './use-ingest.ts';

/** How often the server is asked for what its listener measured. */
const toldEveryMs = 2_000;

export interface ShownHealth {
  /** Null while there is no picture. */
  readonly health: StreamHealth | null;
  readonly advice: readonly { readonly code: string; readonly level: Advice['level']; readonly text: string }[];
}

/** The health of the feed, and what is to be said about it. */
export function useHealth(): ShownHealth {
  const { t } = useTranslation('broadcast');
  const page = useEventPage();
  const source = useSnapshot((snapshot) => snapshot.live?.source);
  const feed = useSnapshot((snapshot) => snapshot.feed);
  const microphone = useSnapshot((snapshot) => snapshot.media.microphone);
  const isEncoder = source === 'encoder';
  const reach = useSnapshot((snapshot) => snapshot.live?.webrtcOnly ?? null);
  const ingest = useIngest(page.event.event_uuid, isEncoder ? toldEveryMs : false);
  const told = isEncoder ? (ingest.data?.health ?? null) : null;
  // An encoder that was refused is connected for a second: its reason stays until something better comes.
  const sentence = told?.problem ?? (isEncoder ? ingest.data?.refusal?.sentence : undefined);
  const problem = sentence === undefined ? [] : [{ code: 'told', level: 'problem', text: sentence } as const];
  if (feed.shown !== 'picture' && feed.shown !== 'unsupported') return { health: null, advice: problem };
  const limited =
    reach === null
      ? []
      : [{ code: 'webrtcOnly', level: 'hint', text: t('health.webrtcOnly', { max: reach }) } as const];
  if (!isEncoder) {
    const muted = { code: 'muted', level: 'problem', text: t('health.muted') } as const;
    return { health: feed.health, advice: [...(microphone ? [] : [muted]), ...limited] };
  }
  const health = mergeHealth(feed.health, told, serverNow());
  const measured = (health ? healthAdvice(health) : []).map(({ code, level, values }) => ({
    code,
    level,
    text: t(`advice.${code}`, values),
  }));
  return { health, advice: [...problem, ...measured, ...limited] };
}
