import { IconCalendarPlus, IconLanguage, IconLink, IconRss } from '@tabler/icons-react';
import { hostCalendarPath, hostRssPath } from '@frontrow/contract/feeds/paths.ts';
import type { WireHostPage } from '@frontrow/contract/hosts/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import ReportButton from '#web/shared/report/ReportButton.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { RequestMeetingButton } from '#web/features/meetings/index.ts';
import { useLanguageNames } from '#web/shared/catalog/queries.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { foreignRel, LinkedText } from '#web/shared/ui/LinkedText.tsx';
import { Stars } from '#web/shared/ui/Stars.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import styles from './HostView.module.css';
import { FollowButton } from './FollowButton.tsx';
import { PodcastLink } from './PodcastLink.tsx';
import { linkLabel, safeHref } from './link-label.ts';

/** Who it is: portrait, name, numbers, words, languages, links. */
export function HostHead({ page }: { page: WireHostPage }) {
  const { t } = useTranslation('hosts');
  const { user, influencer, host } = page;
  const me = useSession((session) => session.user?.user_username);
  const languages = useLanguageNames(host.host_lang_ides);
  const written = useUserText(host.host_lang_ides);
  const links = host.host_links.flatMap((link) => safeHref(link) ?? []);
  return (
    <header className={styles.head}>
      <Avatar username={user.user_username} src={influencer.influencer_avatar ?? user.user_avatar} size={112} />
      <div className={styles.who}>
        <h1 className={styles.name}>{user.user_name}</h1>
        <p className={styles.numbers}>
          <span>@{user.user_username}</span>
          {influencer.influencer_reviews > 0 && <Stars value={influencer.influencer_ranking} number />}
          <span>
            {influencer.influencer_reviews > 0
              ? t('reviews:count', { count: influencer.influencer_reviews })
              : t('newHost')}
          </span>
          <span>{t('followers', { count: host.host_followers })}</span>
          <span>{t('events', { count: host.host_events })}</span>
        </p>
      </div>
      <div className={styles.follow}>
        {host.host_meetings && (
          <RequestMeetingButton username={user.user_username} name={user.user_name} label={t('meeting')} />
        )}
        <FollowButton
          username={user.user_username}
          name={user.user_name}
          own={
            <Button variant="default" component={Link} to="/profile_influencer">
              {t('edit')}
            </Button>
          }
        />
      </div>
      <div className={styles.words}>
        {host.host_bio && (
          <p className={styles.bio} {...written}>
            <LinkedText text={host.host_bio} />
          </p>
        )}
        {host.host_lang_ides.length > 0 && (
          <p className={styles.languages}>
            <IconLanguage size={20} stroke={1.6} aria-hidden="true" />
            <span className="fr-visually-hidden">{t('languages')}: </span>
            {languages.join(', ')}
          </p>
        )}
        {links.length > 0 && (
          <ul className={styles.links} aria-label={t('links')}>
            {links.map((link) => (
              <li key={link}>
                <a href={link} target="_blank" rel={foreignRel} className={styles.link}>
                  <IconLink size={18} stroke={1.8} aria-hidden="true" />
                  <span>{linkLabel(link)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <ul className={styles.links} aria-label={t('feeds')}>
          <li>
            <a href={hostCalendarPath(user.user_username)} className={styles.link}>
              <IconCalendarPlus size={18} stroke={1.8} aria-hidden="true" />
              <span>{t('calendarFeed')}</span>
            </a>
          </li>
          <li>
            <a href={hostRssPath(user.user_username)} className={styles.link}>
              <IconRss size={18} stroke={1.8} aria-hidden="true" />
              <span>{t('rss')}</span>
            </a>
          </li>
          {host.host_podcast && <PodcastLink username={user.user_username} />}
        </ul>
        {me !== user.user_username && <ReportButton subject={{ kind: 'person', username: user.user_username }} />}
      </div>
    </header>
  );
}
