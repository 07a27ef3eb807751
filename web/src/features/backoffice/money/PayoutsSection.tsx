import '#web/shared/styles/components.ts';
import type { WireAdminPayout } from '@frontrow/contract/payouts/api.ts';
import { TextInput } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { PagedList } from '../ui/PagedList.tsx';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { StateBadge, type Tone } from '../ui/StateBadge.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { moneyText } from '#web/shared/format/money.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { UnclaimedBalances } from './UnclaimedBalances.tsx';

const tones: Readonly<Record<WireAdminPayout['state'], Tone>> = {
  requested: 'plain',
  sent: 'plain',
  paid: 'good',
  failed: 'bad',
  returned: 'bad',
};

const states = ['stuck', 'requested', 'sent', 'paid', 'failed', 'returned'] as const;

interface Decision {
  username: string;
  release: boolean;
}

/** Payouts of all hosts, and the hosts whose payouts are on hold. */
export function PayoutsSection() {
  const { t } = useTranslation('payouts');
  const client = useQueryClient();
  const [deciding, setDeciding] = useState<Decision>();
  const texts = deciding?.release === true ? 'release' : 'hold';
  const who = `@${deciding?.username ?? ''}`;
  return (
    <>
      <UnclaimedBalances />
      <Holds onDecide={setDeciding} />
      <Payouts onDecide={setDeciding} />
      {deciding && (
        <ReasonDialog
          title={t(`admin.${texts}Title`, { who })}
          text={t(`admin.${texts}Text`)}
          action={t(`admin.${texts}`)}
          done={t(`admin.${texts}Done`)}
          act={(reason) =>
            call(deciding.release ? 'POST /admin/payouts/release' : 'POST /admin/payouts/hold', {
              body: { username: deciding.username, reason },
            })
          }
          onClose={() => setDeciding(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        />
      )}
    </>
  );
}

type OnDecide = (decision: Decision) => void;

function Holds({ onDecide }: { onDecide: OnDecide }) {
  const { t } = useTranslation('payouts');
  const dates = useDates();
  const [username, setUsername] = useState('');
  const [isMissing, setMissing] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'payouts', 'holds'],
    queryFn: ({ pageParam, signal }) => call('GET /admin/payouts/holds', { query: { cursor: pageParam }, signal }),
    ...byCursor,
  });
  const holds = list.data?.pages.flatMap((page) => page.holds) ?? [];
  return (
    <section aria-label={t('admin.holds')}>
      <Form
        className={styles.ask}
        onSubmit={() => {
          setMissing(username.trim() === '');
          if (username.trim() !== '') onDecide({ username: username.trim().replace(/^@/, ''), release: false });
        }}
      >
        <TextInput
          label={t('admin.holdHost')}
          placeholder={t('admin.username')}
          maxLength={40}
          value={username}
          error={isMissing ? t('admin.usernameMissing') : undefined}
          onChange={(event) => {
            setUsername(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <Button type="submit" variant="default">
          {t('admin.hold')}
        </Button>
      </Form>
      {list.isSuccess && holds.length === 0 ? (
        <p className={styles.line}>{t('admin.noHolds')}</p>
      ) : (
        <PagedList list={list} count={holds.length}>
          {holds.map((hold) => (
            <li key={hold.host_username} className={styles.row}>
              <div className={styles.who}>
                <p className={styles.name}>
                  {hold.host_name} <span className={styles.soft}>@{hold.host_username}</span>
                </p>
                <p className={styles.line}>
                  {t('admin.heldBecause', { reason: hold.reason })} ·{' '}
                  {t('admin.since', { date: formatShortDateTime(hold.held_at, dates) })}
                </p>
              </div>
              <div className={styles.actions}>
                <Button
                  variant="default"
                  size="sm"
                  onClick={() => onDecide({ username: hold.host_username, release: true })}
                >
                  {t('admin.release')}
                </Button>
              </div>
            </li>
          ))}
        </PagedList>
      )}
    </section>
  );
}

function Payouts({ onDecide }: { onDecide: OnDecide }) {
  const { t, language } = useTranslation('payouts');
  const dates = useDates();
  const [q, setQ] = useState('');
  const { state, setState } = useListState(states);
  const asked = useDeferredValue(q);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'payouts', 'list', asked, state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/payouts', {
        query: { ...(asked && { q: asked }), ...(state && { state }), cursor: pageParam },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const payouts = list.data?.pages.flatMap((page) => page.payouts) ?? [];
  return (
    <section aria-label={t('payouts.title')} className={styles.more}>
      <SearchBar
        search={{ label: t('admin.search'), hint: t('admin.searchHint'), value: q, onChange: setQ }}
        states={[
          { value: '', label: t('admin:all') },
          ...states.map((one) => ({ value: one, label: t(`state.${one}`) })),
        ]}
        state={state}
        onState={setState}
      />
      <PagedList list={list} count={payouts.length}>
        {payouts.map((payout) => (
          <li key={payout.payout_uuid} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                {moneyText(payout.amount, payout.currency_code, language)}{' '}
                <StateBadge tone={tones[payout.state]}>{t(`state.${payout.state}`)}</StateBadge>{' '}
                {payout.stuck && <StateBadge tone="bad">{t('state.stuck')}</StateBadge>}
              </p>
              {payout.stuck && <p className={styles.line}>{t('admin.stuckText')}</p>}
              <p className={styles.line}>
                {payout.host_name} · @{payout.host_username} · {t(`kind.${payout.kind}`)}: {payout.account}
              </p>
              <p className={styles.line}>
                {formatShortDateTime(payout.created_at, dates)}
                {payout.attempts > 0 && ` · ${t('admin.attempts', { count: payout.attempts })}`}
                {payout.automatic && ` · ${t('payouts.automatic')}`}
                {payout.reason !== null && ` · ${payout.reason}`}
              </p>
              {payout.held !== null && <p className={styles.line}>{t('admin.heldBecause', { reason: payout.held })}</p>}
              <p className={styles.line}>{payout.payout_uuid}</p>
            </div>
            {(payout.held !== null || payout.can_be_held !== false) && (
              <div className={styles.actions}>
                <Button
                  variant="default"
                  size="sm"
                  onClick={() => onDecide({ username: payout.host_username, release: payout.held !== null })}
                >
                  {t(payout.held === null ? 'admin.hold' : 'admin.release')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </PagedList>
    </section>
  );
}
