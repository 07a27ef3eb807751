import {
  IconAlertTriangle,
  IconBroadcast,
  IconCreditCardRefund,
  IconId,
  IconMessages,
  IconPencil,
  IconUsersPlus,
  IconWallet,
} from '@tabler/icons-react';
import type { WireAttention } from '@frontrow/contract/hosting/api.ts';
import { moneyText } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './HostHome.module.css';

type Kind = WireAttention['kind'];

const icons: Readonly<Record<Kind, typeof IconId>> = {
  encoder_lost: IconBroadcast,
  encoder_missing: IconBroadcast,
  meeting_requests: IconMessages,
  payout_failed: IconAlertTriangle,
  payout_held: IconAlertTriangle,
  payout_information: IconId,
  payout_method_missing: IconWallet,
  disputes: IconCreditCardRefund,
  waitlist: IconUsersPlus,
};

const tones: Partial<Readonly<Record<Kind, 'bad' | 'warn'>>> = {
  encoder_lost: 'bad',
  encoder_missing: 'warn',
  payout_failed: 'bad',
  payout_held: 'warn',
  payout_information: 'warn',
  disputes: 'warn',
};

function targetOf({ kind, event }: WireAttention): string {
  const uuid = event?.event_uuid ?? '';
  switch (kind) {
    case 'encoder_lost':
    case 'encoder_missing':
      return `/broadcast/${uuid}`;
    case 'meeting_requests':
      return '/private_meeting';
    case 'payout_held':
    case 'disputes':
      return '/my_balance';
    case 'waitlist':
      return `/event/${uuid}`;
    default:
      return '/my_influencer_payout_methods';
  }
}

interface RowProps {
  icon: typeof IconId;
  tone?: 'bad' | 'warn' | undefined;
  title: string;
  text: string;
  to: string;
  action: string;
}

const Row = ({ icon: Icon, tone, title, text, to, action }: RowProps) => (
  <li className={styles.attention}>
    <span className={styles.icon} data-tone={tone} aria-hidden="true">
      <Icon size={20} stroke={1.7} />
    </span>
    <div className={styles.attentionText}>
      <h3>{title}</h3>
      <p className={styles.soft}>{text}</p>
    </div>
    <Button size="sm" variant="default" component={Link} to={to} aria-label={`${action}: ${title}`}>
      {action}
    </Button>
  </li>
);

function Line({ line }: { line: WireAttention }) {
  const { t, language } = useTranslation('hostarea');
  const dates = useDates();
  const { kind, count } = line;
  const values = {
    count,
    person: line.person_name ?? '',
    until: line.until === null ? '' : formatShortDateTime(line.until, dates),
    event: line.event?.event_title ?? '',
    amount: line.money.map(({ amount, currency_code: code }) => moneyText(amount, code, language)).join(' + '),
  };
  const text =
    line.detail ??
    (kind === 'disputes' && line.money.length === 0
      ? t('attention.disputes.textNone')
      : t(`attention.${kind}.text`, values));
  return (
    <Row
      icon={icons[kind]}
      tone={tones[kind]}
      title={t(`attention.${kind}.title`, values)}
      text={text}
      to={targetOf(line)}
      action={t(`attention.${kind}.action`)}
    />
  );
}

interface AttentionProps {
  lines: readonly WireAttention[];
  /** Title of a draft that was left in this browser. */
  draft: string | undefined;
  /** Says nothing where there is nothing. */
  quiet: boolean;
}

/** What waits for the host, each with one button. */
export function Attention({ lines, draft, quiet }: AttentionProps) {
  const { t } = useTranslation('hostarea');
  const nothing = lines.length === 0 && draft === undefined;
  if (nothing && quiet) return null;
  return (
    <section>
      <h2 className={styles.sectionTitle}>{t('attention.title')}</h2>
      {nothing ? (
        <p className={styles.soft}>{t('attention.none')}</p>
      ) : (
        <ul className={styles.list}>
          {lines.map((line) => (
            <Line key={`${line.kind} ${line.event?.event_uuid}`} line={line} />
          ))}
          {draft !== undefined && (
            <Row
              icon={IconPencil}
              title={t('attention.draft.title')}
              text={draft || t('attention.draft.untitled')}
              to="/publish_event"
              action={t('attention.draft.action')}
            />
          )}
        </ul>
      )}
    </section>
  );
}
