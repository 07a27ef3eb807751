import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import panels from '../room/Panels.module.css';
import { useCapabilities } from '../room-view.ts';
import { PeopleList } from './PeopleList.tsx';
import questions from './Questions.module.css';

const AnnounceForm = lazy(() =>
  import('./Moderation.tsx').then((moderation) => ({ default: moderation.AnnounceForm })),
);
const WordFilter = lazy(() => import('./Moderation.tsx').then((moderation) => ({ default: moderation.WordFilter })));
const ModerationLog = lazy(() =>
  import('./Moderation.tsx').then((moderation) => ({ default: moderation.ModerationLog })),
);

const parts = ['people', 'announce', 'filter', 'log'] as const;

/** Who is in the room, and what the host and event admins can do about people and messages. */
export function PeoplePanel() {
  const { t } = useTranslation('moderation');
  const can = useCapabilities();
  const [part, setPart] = useState<(typeof parts)[number]>('people');
  const shown = can.mayModerate ? part : 'people';
  return (
    <>
      {can.mayModerate && (
        <div className={questions.filters} role="group" aria-label={t('panel.label')}>
          {parts.map((one) => (
            <button key={one} type="button" aria-pressed={one === shown} onClick={() => setPart(one)}>
              {t(`panel.${one}`)}
            </button>
          ))}
        </div>
      )}
      <div className={panels.panel}>
        {shown === 'people' ? (
          <PeopleList />
        ) : (
          <Suspense fallback={null}>
            {shown === 'announce' && <AnnounceForm />}
            {shown === 'filter' && <WordFilter />}
            {shown === 'log' && <ModerationLog />}
          </Suspense>
        )}
      </div>
    </>
  );
}
