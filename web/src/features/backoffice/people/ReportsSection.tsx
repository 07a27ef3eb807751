import type { WireAdminReport } from '@frontrow/contract/reports/api.ts';
import { reportStates } from '@frontrow/core/reports/reports.ts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { PagedList } from '../ui/PagedList.tsx';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { StateBadge, type Tone } from '../ui/StateBadge.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { call } from '#web/shared/api/call.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { isMeeting } from '#web/shared/catalog/titled-path.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';

const tones: Readonly<Record<WireAdminReport['report_state'], Tone>> = {
  open: 'warn',
  resolved: 'good',
  dismissed: 'plain',
};

/** What an app admin is about to do about a report. */
type Step =
  | { readonly do: 'resolved' | 'dismissed'; readonly report: WireAdminReport }
  | { readonly do: 'removeReview'; readonly reviewIde: number }
  | { readonly do: 'removeMessage'; readonly reportUuid: string };

/** What people reported, newest first. What is done about it has its own page and reason. */
export function ReportsSection() {
  const { t } = useTranslation('backoffice');
  const { t: admin } = useTranslation('admin');
  const client = useQueryClient();
  const { state, setState } = useListState(reportStates, 'open');
  const [step, setStep] = useState<Step>();
  const [asked] = useSearchParams();
  const ofPerson = Number(asked.get('user')) || undefined;
  const ofEvent = asked.get('event') ?? undefined;
  const isOfAll = (ofPerson ?? ofEvent) === undefined;
  const listed = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'reports', state, ofPerson, ofEvent],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/reports', {
        query: {
          ...(state && { state }),
          ...(ofPerson && { user_ide: ofPerson }),
          ...(ofEvent && { event_uuid: ofEvent }),
          cursor: pageParam,
        },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const reports = list.data?.pages.flatMap((page) => page.reports) ?? [];
  return (
    <>
      <SearchBar
        states={[
          { value: '', label: admin('all') },
          ...reportStates.map((one) => ({ value: one, label: t(`reports.states.${one}`) })),
        ]}
        state={state}
        onState={setState}
      />
      {!isOfAll && (
        <p className={styles.help}>
          {t(ofPerson === undefined ? 'reports.ofEvent' : 'reports.ofPerson')}{' '}
          <Link
            to={`/admin/reports?state=${state}`}
            className="fr-link"
            // The line goes away with what it says.
            onClick={() => listed.current?.focus()}
          >
            {t('reports.showAll')}
          </Link>
        </p>
      )}
      <div ref={listed} tabIndex={-1}>
        <PagedList
          list={list}
          count={reports.length}
          empty={{
            title: t('reports.none'),
            text: t(state === 'open' && isOfAll ? 'reports.noneText' : 'reports.noneOther'),
          }}
        >
          {reports.map((report) => (
            <ReportRow key={report.report_uuid} report={report} onStep={setStep} />
          ))}
        </PagedList>
      </div>
      {step && (
        <StepDialog
          step={step}
          onClose={() => setStep(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        />
      )}
    </>
  );
}

/** Asks for the reason, or for a note, and takes the step. */
function StepDialog({ step, ...more }: { step: Step; onClose: () => void; onSettled: () => void }) {
  const { t } = useTranslation('backoffice');
  switch (step.do) {
    case 'removeReview':
      return (
        <ReasonDialog
          title={t('reports.removeTitle')}
          text={t('reports.removeText')}
          label={t('detail.reason')}
          action={t('reports.removeReview')}
          done={t('reports.removed')}
          act={(reason) =>
            call('POST /admin/reviews/decide', { body: { review_ide: step.reviewIde, remove: true, reason } })
          }
          {...more}
        />
      );
    case 'removeMessage':
      return (
        <ReasonDialog
          title={t('reports.removeMessageTitle')}
          text={t('reports.removeMessageText')}
          label={t('detail.reason')}
          action={t('reports.removeMessage')}
          done={t('reports.messageRemoved')}
          act={(reason) =>
            call('POST /admin/reports/remove_message', { body: { report_uuid: step.reportUuid, reason } })
          }
          {...more}
        />
      );
    default:
      return (
        <ReasonDialog
          title={t(`reports.${step.do}Title`)}
          text={t('reports.decideText', { count: step.report.reports_open })}
          label={t('reports.note')}
          optional
          action={t(`reports.${step.do}`)}
          done={t('reports.decided')}
          act={(note) =>
            call('POST /admin/reports/decide', {
              body: { report_uuid: step.report.report_uuid, decision: step.do, note },
            })
          }
          {...more}
        />
      );
  }
}

function ReportRow({ report, onStep }: { report: WireAdminReport; onStep: (step: Step) => void }) {
  const { t } = useTranslation('backoffice');
  const dates = useDates();
  const isOpen = report.report_state === 'open';
  const { review_ide: review } = report;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>
          {t(`reports.kinds.${report.report_kind}`)}{' '}
          <StateBadge tone={tones[report.report_state]}>{t(`reports.states.${report.report_state}`)}</StateBadge>{' '}
          {isOpen && report.reports_open > 1 && (
            <StateBadge tone="bad">{t('reports.times', { count: report.reports_open })}</StateBadge>
          )}
        </p>
        {report.quote && (
          <p>
            <q {...userText}>{report.quote}</q>
          </p>
        )}
        <p className={styles.line}>
          <strong>{t(`reports:reasons.${report.report_reason}`)}</strong>
          {report.report_note && ': '}
          {report.report_note && <span {...userText}>{report.report_note}</span>}
        </p>
        <p className={styles.line}>
          <Link to={`/admin/users/${report.subject_ide}`} className="fr-link">
            @{report.subject_username}
          </Link>
          {report.event_uuid !== null && report.event_title !== null && (
            <>
              {' · '}
              {isMeeting(report) ? (
                shownTitle(report)
              ) : (
                <Link to={`/admin/events/${report.event_uuid}`} className="fr-link" {...userText}>
                  {shownTitle(report)}
                </Link>
              )}
            </>
          )}
          {' · '}
          {t('reports.by', {
            name: report.reporter_username,
            when: formatShortDateTime(report.report_created, dates),
          })}
        </p>
        {report.report_decided !== null && (
          <p className={styles.line}>
            {t('reports.decidedAt', { when: formatShortDateTime(report.report_decided, dates) })}
            {report.report_decision && `: ${report.report_decision}`}
          </p>
        )}
      </div>
      {(isOpen || report.review_shown || report.message_shown) && (
        <div className={styles.actions}>
          {review !== null && report.review_shown && (
            <Button variant="default" size="sm" onClick={() => onStep({ do: 'removeReview', reviewIde: review })}>
              {t('reports.removeReview')}
            </Button>
          )}
          {report.message_shown && (
            <Button
              variant="default"
              size="sm"
              onClick={() => onStep({ do: 'removeMessage', reportUuid: report.report_uuid })}
            >
              {t('reports.removeMessage')}
            </Button>
          )}
          {isOpen && (
            <>
              <Button variant="default" size="sm" onClick={() => onStep({ do: 'dismissed', report })}>
                {t('reports.dismissed')}
              </Button>
              <Button variant="default" size="sm" onClick={() => onStep({ do: 'resolved', report })}>
                {t('reports.resolved')}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}
