import { IconHandStop, IconLanguage, IconMessageCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { drawnPart } from '#web/shared/drawn-part.tsx';
import { lazy } from '#web/shared/lazy.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { tagPath } from '#web/shared/search-path.ts';
import { isInteractive } from '#web/shared/ui/event-card-model.ts';
import { LinkedText } from '#web/shared/ui/LinkedText.tsx';
import styles from './EventAbout.module.css';
import { useLanguageNames } from '#web/shared/catalog/queries.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { useUserText } from '#web/shared/catalog/user-text.ts';

/** Rarely wanted, so its code comes after the first screen; its room is kept. */
const ReportButton = drawnPart(lazy(() => import('#web/shared/report/ReportButton.tsx'), [], 'stays'));

/** Description with safe links, tags, languages and the kind. */
export function EventAbout({ page: { event, user } }: { page: WireEventPage }) {
  const { t } = useTranslation('event');
  const interactive = isInteractive(event);
  const me = useSession((session) => session.user?.user_username);
  const written = useUserText(event.event_lang_ides);
  const names = useLanguageNames(event.event_lang_ides);
  const subject = useMemo(() => ({ kind: 'event', event_uuid: event.event_uuid }) as const, [event.event_uuid]);
  const KindIcon = interactive ? IconHandStop : IconMessageCircle;
  return (
    <section aria-label={t('about')}>
      <p className={styles.text} {...written}>
        <LinkedText text={event.event_description} />
      </p>
      {event.event_tags.length > 0 && (
        <ul className={styles.tags} aria-label={t('tags')}>
          {event.event_tags.map((tag) => (
            <li key={tag} {...written}>
              <Link to={tagPath(tag)} className={styles.tag}>
                #{tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.facts}>
        {names.length > 0 && (
          <span className={styles.fact}>
            <IconLanguage size={20} stroke={1.6} aria-hidden="true" />
            <span className="fr-visually-hidden">{t('languages')}: </span>
            {names.join(', ')}
          </span>
        )}
        <span className={styles.fact}>
          <KindIcon size={20} stroke={1.6} aria-hidden="true" />
          {t(interactive ? 'interactive' : 'broadcast')}
        </span>
      </p>
      <div className={styles.report}>{me !== user.user_username && <ReportButton subject={subject} />}</div>
    </section>
  );
}
