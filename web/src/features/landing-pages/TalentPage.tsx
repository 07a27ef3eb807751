import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { audienceOf } from '#web/shared/menu/menu.ts';
import { useModeButton } from '#web/shared/menu/use-mode-button.ts';
import { call } from '#web/shared/api/call.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { SectionTitle } from '#web/shared/ui/SectionTitle.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Landing } from './Landing.tsx';
import { formatDecimal } from '#web/shared/format/money.ts';
import styles from './Landing.module.css';

const hostsShown = 24;
const skeletons = 8;

const talentQuery = queryOptions({
  queryKey: ['hosts', 'talent'],
  queryFn: async ({ signal }) => (await call('GET /hosts', { query: { limit: hostsShown }, signal })).hosts,
});

/** Each visitor is offered their next step: sign up, ask, or publish. */
function Become() {
  const { t } = useTranslation('landing-pages');
  const navigate = useNavigate();
  const session = useSession();
  const mode = useModeButton(session.user, true);
  const audience = audienceOf(session);
  if (session.loading || session.user?.user_is_guest) return null;
  const next =
    audience === 'influencer'
      ? { label: t('talent.start'), disabled: false, act: () => void navigate('/publish_event') }
      : audience === 'visitor'
        ? { label: t('talent.start'), disabled: false, act: () => askToLogin('signup', '/talent') }
        : mode;
  if (!next) return null;
  return (
    <section className={styles.become}>
      <div>
        <h2>{t('talent.become')}</h2>
        <p>{t('talent.becomeText')}</p>
      </div>
      <Button size="lg" aria-disabled={next.disabled} data-disabled={next.disabled || undefined} onClick={next.act}>
        {next.label}
      </Button>
    </section>
  );
}

/** `/talent`: hosts to discover. */
export default function TalentPage() {
  const { t } = useTranslation('landing-pages');
  const hosts = useQuery(talentQuery);
  return (
    <Landing title={t('talent.title')} heading={t('talent.heading')} text={t('talent.text')}>
      <SectionTitle line={t('talent.hostsLine')}>{t('talent.hosts')}</SectionTitle>
      {hosts.isError && <ErrorNote error={hosts.error} onRetry={() => void hosts.refetch()} />}
      {hosts.data?.length === 0 && (
        <EmptyState title={t('talent.none')} text={t('talent.noneText')} level={3}>
          <Button component={Link} to="/" variant="default">
            {t('talent.seeAll')}
          </Button>
        </EmptyState>
      )}
      <ul className={styles.hosts} aria-busy={hosts.isPending}>
        {hosts.isPending &&
          Array.from({ length: skeletons }, (_, i) => (
            <li key={i}>
              <Skeleton height={106} radius={16} />
            </li>
          ))}
        {hosts.data?.map(({ user, influencer, upcoming_events }) => (
          <li key={user.user_ide}>
            <Link to={hostPath(user)} className={styles.host}>
              <Avatar username={user.user_username} src={influencer.influencer_avatar ?? user.user_avatar} size={88} />
              <span className={styles.who}>
                <span className={styles.name}>{user.user_name}</span>
                <span className={styles.soft}>{t('discover:hosts.events', { count: upcoming_events })}</span>
                {influencer.influencer_reviews > 0 && (
                  <span className={styles.soft}>
                    {t('talent.score', { score: formatDecimal(influencer.influencer_ranking, 1) })}
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Become />
    </Landing>
  );
}
