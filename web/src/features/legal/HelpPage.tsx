import { IconChevronDown, IconSearch, IconX } from '@tabler/icons-react';
import { createElement, Fragment, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useClientConfig } from '#web/shared/client-config.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { themed } from '#web/shared/themed.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { OutLink } from '#web/shared/ui/OutLink.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { type Answer, findAnswers, markedPieces } from './help-search.ts';
import styles from './HelpPage.module.css';

/** Loaded after the answers: reading them needs no form. */
const ContactForm = lazy(
  themed(() => import('./ContactForm.tsx')),
  ['help'],
);
/** Of the form while it loads. */
const formWaitingPx = 320;

const questions = [
  'refund',
  'email',
  'device',
  'stage',
  'join',
  'late',
  'refundTime',
  'transfer',
  'login',
  'become',
  'payout',
  'encoder',
] as const;
/** Asked most: they are offered where a search finds nothing. */
const common = new Set(['refund', 'email', 'device', 'stage']);

const paths = {
  tickets: '/live_events',
  billing: '/billing_viewer',
  login: '/login',
  balance: '/my_balance',
  payouts: '/my_influencer_payout_methods',
};

function Marked({ text, search }: { text: string; search: string }) {
  const pieces = markedPieces(text, search).map((piece) =>
    piece.marked ? createElement('mark', null, piece.text) : piece.text,
  );
  // As separate arguments: pieces of a text never move, so they need no keys.
  return createElement(Fragment, null, ...pieces);
}

const linkTo = (to: string) => (part: string) => (
  <Link to={to} className="fr-link">
    {part}
  </Link>
);
const links = Object.fromEntries(Object.entries(paths).map(([name, to]) => [name, linkTo(to)]));

function Answers({ answers, search }: { answers: readonly Answer[]; search: string }) {
  return (
    <div className={styles.answers}>
      {answers.map((answer, i) => (
        // A search that finds something opens its best answer.
        <details
          key={`${answer.id} ${search}`}
          id={answer.id}
          open={search !== '' && i === 0}
          className={styles.answer}
        >
          <summary>
            <h2>
              <Marked text={answer.title} search={search} />
            </h2>
            <IconChevronDown size={20} stroke={1.8} aria-hidden="true" />
          </summary>
          <p>{rich(answer.text, links)}</p>
        </details>
      ))}
    </div>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('help');
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.search} role="search">
      <IconSearch size={20} stroke={1.8} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={value}
        maxLength={100}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <IconX size={20} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** `/help`: answers that can be searched, and a form that reaches support. */
export default function HelpPage() {
  const { t } = useTranslation('help');
  usePageTitle(t('title'));
  const support = useClientConfig().data?.support_url;
  const [search, setSearch] = useState('');
  const text = search.trim();
  const all = questions.map((id) => ({ id, title: t(`questions.${id}.title`), text: t(`questions.${id}.text`) }));
  const found = findAnswers(all, text);
  // The form is part of this page: a link to it from elsewhere leads there.
  useEffect(() => {
    if (location.hash === '#contact') document.getElementById('contact')?.scrollIntoView();
  }, []);
  const said: ReactNode =
    text === '' ? null : found.length === 0 ? t('none', { text }) : t('found', { count: found.length, text });
  return (
    <div className={`fr-column ${styles.page}`}>
      <article>
        <h1>{t('heading')}</h1>
        <SearchField value={search} onChange={setSearch} />
        <p role="status" className={found.length === 0 ? styles.none : styles.found}>
          {said}
        </p>
        {found.length === 0 && <p className={styles.soft}>{t('noneText')}</p>}
        <Answers
          answers={found.length === 0 ? all.filter(({ id }) => common.has(id)) : found}
          search={found.length === 0 ? '' : text}
        />
      </article>
      <aside id="contact" className={styles.contact} aria-labelledby="contact-title">
        <h2 id="contact-title">{t('contact.title')}</h2>
        <p className={styles.soft}>{t('contact.text')}</p>
        <Suspense fallback={<Skeleton height={formWaitingPx} radius={12} />}>
          <ContactForm />
        </Suspense>
        {support !== undefined && /^https?:/.test(support) && (
          <OutLink to={support} className="fr-link">
            {t('contact.support')}
          </OutLink>
        )}
      </aside>
    </div>
  );
}
