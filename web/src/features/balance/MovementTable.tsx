import type { WireMovement } from '@frontrow/contract/balance/api.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { titledPath } from '#web/shared/catalog/titled-path.ts';
import styles from './Balance.module.css';
import { placeOf, signed } from './movement-model.ts';

/** Movements, newest first: a table, and cards on phones. */
export function MovementTable({ movements }: { movements: readonly WireMovement[] }) {
  const { t, language } = useTranslation('balance');
  const dates = useDates();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {(['when', 'what', 'event', 'amount'] as const).map((column) => (
            <th key={column} scope="col" className={column === 'amount' ? styles.end : undefined}>
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <tr key={movement.movement_ide}>
            <td className={styles.soft}>{formatShortDateTime(movement.movement_at, dates)}</td>
            <td className={styles.kind}>{t(`kinds.${movement.movement_kind}`)}</td>
            <td>
              {movement.event_uuid !== null && (
                <Link
                  to={titledPath({ ...movement, event_uuid: movement.event_uuid }, 'host')}
                  className="fr-link"
                  {...userText}
                >
                  {shownTitle(movement)}
                </Link>
              )}
            </td>
            <td className={styles.end}>
              <span className={styles.figure}>
                {signed(movement, formatMoney(Math.abs(movement.amount), movement.currency, language))}
              </span>{' '}
              <span className={styles.soft}>{t(`places.${placeOf(movement)}`)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
