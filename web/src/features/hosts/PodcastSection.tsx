import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Switch.layer.css';
import { Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WirePodcast } from '@frontrow/contract/hosts/api.ts';
import { podcastEpisodesMax } from '@frontrow/core/broadcast/podcast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { shownStyles as styles } from '#web/features/accounts/index.ts';
import { copyText } from '#web/shared/copy-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { hostQuery } from './queries.ts';

const podcastKey = ['host', 'podcast'];
/** How often episodes that are being made are asked for. */
const makingMs = 3_000;

type Episode = WirePodcast['episodes'][number];
const isMade = ({ state }: Episode): boolean => state === 'queued' || state === 'running';

/** The host's public replays as a podcast: the switch, its address, and how far its episodes are. */
export function PodcastSection({ username }: { username: string }) {
  const { t } = useTranslation('public-profile');
  const podcast = useQuery({
    queryKey: podcastKey,
    queryFn: ({ signal }) => call('GET /host/podcast', { signal }),
    refetchInterval: ({ state }) => (state.data?.available && state.data.episodes.some(isMade) ? makingMs : false),
  });
  return (
    <AccountSection title={t('podcast.title')} text={t('podcast.text')}>
      {podcast.isError && <ErrorNote error={podcast.error} onRetry={() => void podcast.refetch()} />}
      {podcast.isPending && <Skeleton height={64} radius={12} />}
      {podcast.data && <Switches podcast={podcast.data} username={username} />}
      {podcast.data?.enabled && <Offered podcast={podcast.data} />}
    </AccountSection>
  );
}

function Switches({ podcast, username }: { podcast: WirePodcast; username: string }) {
  const { t } = useTranslation('public-profile');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (chosen: Pick<WirePodcast, 'enabled' | 'explicit'>) => call('POST /host/podcast', { body: chosen }),
    onSuccess: async (saved, { enabled }) => {
      client.setQueryData(podcastKey, saved);
      if (enabled !== podcast.enabled) toastGood(t(enabled ? 'podcast.on' : 'podcast.off'));
      await client.invalidateQueries({ queryKey: hostQuery(username).queryKey });
    },
    onError: (error) => toastError(messageOf(error)),
    scope: { id: podcastKey.join() },
  });
  const { enabled, explicit } = change.isPending ? change.variables : podcast;
  const canSwitchOn = podcast.available || podcast.enabled;
  return (
    <>
      {!podcast.available && <p className={styles.soft}>{t('podcast.unavailable')}</p>}
      <Switch
        label={t('podcast.offer')}
        description={t('podcast.offerText')}
        checked={enabled}
        disabled={!canSwitchOn}
        onChange={(event) => change.mutate({ enabled: event.currentTarget.checked, explicit })}
      />
      {podcast.enabled && (
        <Switch
          label={t('podcast.explicit')}
          description={t('podcast.explicitText')}
          checked={explicit}
          onChange={(event) => change.mutate({ enabled, explicit: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function Offered({ podcast: { url, episodes } }: { podcast: WirePodcast }) {
  const { t } = useTranslation('public-profile');
  const copy = () => void copyText(url, { done: t('podcast.copied'), label: t('podcast.copy') });
  return (
    <>
      <div className={styles.links}>
        <TextInput
          label={t('podcast.address')}
          description={t('podcast.addressHelp')}
          readOnly
          value={url}
          onFocus={(focus) => focus.currentTarget.select()}
        />
        <Button variant="default" className={styles.start ?? ''} onClick={copy}>
          {t('podcast.copy')}
        </Button>
      </div>
      <div>
        <h3 className={styles.heading}>{t('podcast.episodes')}</h3>
        {episodes.length === 0 ? (
          <p className={styles.soft}>{t('podcast.none')}</p>
        ) : (
          <>
            <p className={styles.soft}>{t('podcast.availableNote', { max: podcastEpisodesMax })}</p>
            <ul className={styles.rows}>
              {episodes.map((episode) => (
                <EpisodeRow key={episode.event_uuid} episode={episode} />
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}

function EpisodeRow({ episode }: { episode: Episode }) {
  const dates = useDates();
  return (
    <li>
      <Link to={`/replay/${episode.event_uuid}`} className={styles.row}>
        {episode.title}
      </Link>
      <p className={styles.soft}>
        {formatShortDateTime(episode.recorded_at, dates)} · <State episode={episode} />
      </p>
    </li>
  );
}

const secondMs = 1_000;
const minuteMs = 60_000;

function State({ episode: { state, progress, problem, length_ms: length } }: { episode: Episode }) {
  const { t, language } = useTranslation('public-profile');
  if (state === 'queued') return <span>{t('podcast.queued')}</span>;
  if (state === 'running') return <span>{t('podcast.running', { percent: progress })}</span>;
  if (problem === 'no_sound') return <span>{t('podcast.noSound')}</span>;
  if (state === 'failed') return <span>{t(problem === 'disk_full' ? 'podcast.diskFull' : 'podcast.failed')}</span>;
  const isShort = (length ?? 0) < minuteMs;
  const unit = isShort ? 'second' : 'minute';
  const count = Math.round((length ?? 0) / (isShort ? secondMs : minuteMs));
  const shown = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return <span>{t('podcast.ready', { length: shown })}</span>;
}
