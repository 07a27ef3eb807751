import '#web/shared/styles/components.ts';
import { pollEvery } from '#web/shared/api/poll.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { fetchMails, type KeptMail } from './mailbox-model.ts';
import styles from './MailboxPage.module.css';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { OpenMail } from './OpenMail.tsx';

/** New mails show up by themselves. */
const refreshMs = 3_000;

function MailList({
  mails,
  openId,
  onOpen,
}: {
  mails: readonly KeptMail[];
  openId: number | undefined;
  onOpen: (id: number) => void;
}) {
  const { t } = useTranslation('mailbox');
  const dates = useDates();
  return (
    <ul className={styles.list} aria-label={t('list')}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <button
            type="button"
            className={styles.row}
            aria-current={mail.id === openId}
            onClick={() => onOpen(mail.id)}
          >
            <span className={styles.subject}>{mail.subject}</span>
            <span className={styles.meta}>{mail.to}</span>
            <time className={styles.meta} dateTime={new Date(mail.at).toISOString()}>
              {formatShortDateTime(mail.at, dates)}
            </time>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** `/dev/mailbox`: every mail this installation sent, while it has no mail server (development only). */
export default function MailboxPage() {
  const { t } = useTranslation('mailbox');
  usePageTitle(t('title'));
  const [params, setParams] = useSearchParams();
  const to = params.get('to') ?? '';
  const mails = useQuery({
    queryKey: ['dev-mailbox', to],
    queryFn: ({ signal }) => fetchMails(to, signal),
    refetchInterval: pollEvery(refreshMs),
    staleTime: 0,
  });
  const list = mails.data ?? [];
  const open = list.find((mail) => String(mail.id) === params.get('mail')) ?? list[0];
  const set = (change: Record<string, string>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  const opened = useRef<HTMLDivElement>(null);
  const show = (id: number) => {
    set({ mail: String(id) });
    // On a phone it stands below the whole list.
    if ((opened.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2) opened.current?.scrollIntoView();
  };
  return (
    <div className={`fr-column ${styles.page}`}>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <EmailInput
        className={styles.filter}
        label={t('to')}
        autoComplete="off"
        placeholder="viewer@frontrow.test"
        value={to}
        onChange={(event) => set({ to: event.currentTarget.value, mail: '' })}
      />
      {mails.data === null && <EmptyState title={t('off')} text={t('offText')} />}
      {mails.data?.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} />}
      {open && (
        <div className={styles.columns}>
          <MailList mails={list} openId={open.id} onOpen={show} />
          <div ref={opened} className={styles.opened}>
            <OpenMail key={open.id} mail={open} />
          </div>
        </div>
      )}
    </div>
  );
}
