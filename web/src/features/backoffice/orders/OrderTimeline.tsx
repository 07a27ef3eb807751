import type { WireCurrency } from '@frontrow/contract/catalog/api.ts';
import type { WireOrderStep } from '@frontrow/contract/backoffice/order-api.ts';
import {
  IconArmchair,
  IconArrowsExchange,
  IconCheck,
  IconCreditCard,
  IconDoorEnter,
  IconMail,
  IconMailExclamation,
  IconReceiptRefund,
  IconScale,
  IconShieldCheck,
  IconTicket,
  IconTicketOff,
  IconWebhook,
  IconX,
} from '@tabler/icons-react';
import { auditEntry } from '../ui/audit-entry.ts';
import type { Tone } from '../ui/StateBadge.tsx';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './OrderTimeline.module.css';
import { stepDetail } from './step-detail.ts';

const looks: Readonly<Record<WireOrderStep['kind'], { icon: typeof IconX; tone: Tone }>> = {
  created: { icon: IconArmchair, tone: 'plain' },
  hold_ended: { icon: IconArmchair, tone: 'plain' },
  payment_started: { icon: IconCreditCard, tone: 'plain' },
  payment_failed: { icon: IconX, tone: 'bad' },
  paid: { icon: IconCheck, tone: 'good' },
  webhook: { icon: IconWebhook, tone: 'plain' },
  ticket_issued: { icon: IconTicket, tone: 'good' },
  ticket_emailed: { icon: IconMail, tone: 'plain' },
  email_failed: { icon: IconMailExclamation, tone: 'bad' },
  transferred: { icon: IconArrowsExchange, tone: 'plain' },
  ticket_voided: { icon: IconTicketOff, tone: 'warn' },
  joined: { icon: IconDoorEnter, tone: 'plain' },
  refund_requested: { icon: IconReceiptRefund, tone: 'warn' },
  refund_failed: { icon: IconReceiptRefund, tone: 'bad' },
  refunded: { icon: IconReceiptRefund, tone: 'good' },
  dispute_opened: { icon: IconScale, tone: 'bad' },
  dispute_won: { icon: IconScale, tone: 'good' },
  dispute_lost: { icon: IconScale, tone: 'bad' },
  admin_action: { icon: IconShieldCheck, tone: 'plain' },
};

/** Everything that happened to an order, newest first. */
export function OrderTimeline({ steps, currency }: { steps: readonly WireOrderStep[]; currency: WireCurrency }) {
  const { t, language } = useTranslation('backoffice');
  const { t: admin } = useTranslation('admin');
  const dates = useDates();
  const title = (step: WireOrderStep): string => {
    if (step.kind === 'created' && step.amount === 0) return t('step.createdFree');
    return t(`step.${step.kind}`, {
      amount: step.amount === null ? '' : formatMoney(step.amount, currency, language),
      name: step.username ?? '',
      action:
        step.kind === 'admin_action'
          ? auditEntry(admin, { action: step.detail ?? '', details: {} }).what
          : (step.detail ?? ''),
    });
  };
  const about = (step: WireOrderStep): string => {
    const { kind, note, username } = step;
    const by = kind === 'admin_action' && username !== null ? t('step.byAdmin', { name: username }) : null;
    const holder = ['created', 'ticket_issued', 'ticket_emailed'].includes(kind) && username ? `@${username}` : null;
    return [by, holder, stepDetail({ admin, backoffice: t }, step), note].filter(Boolean).join(' · ');
  };
  return (
    <ol className={styles.steps}>
      {steps.map((step) => {
        const { icon: Icon, tone } = looks[step.kind];
        return (
          <li key={[step.kind, step.at, step.amount, step.detail, step.note].join(' ')}>
            <time dateTime={new Date(step.at).toISOString()}>{formatShortDateTime(step.at, dates)}</time>
            <span className={styles.icon} data-tone={tone}>
              <Icon size={16} stroke={1.8} aria-hidden="true" />
            </span>
            <div className={styles.what}>
              <strong>{title(step)}</strong>
              {about(step) && <p>{about(step)}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
