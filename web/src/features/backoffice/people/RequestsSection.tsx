import type { WireAdminUser } from '@frontrow/contract/accounts/admin-api.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { PagedList } from '../ui/PagedList.tsx';
import { PersonRow } from './PersonRow.tsx';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';

const key = ['admin', 'influencer_requests'];

/** Pending requests to become an influencer. */
export function RequestsSection() {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const client = useQueryClient();
  const [refusing, setRefusing] = useState<WireAdminUser>();
  const requests = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => call('GET /admin/influencer_requests', { query: { cursor: pageParam } }),
    ...byCursor,
  });
  const authorize = useMutation({
    mutationFn: (user: WireAdminUser) =>
      call('POST /admin/influencer_requests/authorize', { body: { user_ide: user.user_ide } }),
    onSuccess: (_answer, user) => toastGood(t('authorized', { name: user.user_username })),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const all = requests.data?.pages.flatMap((page) => page.requests) ?? [];
  return (
    <>
      <PagedList
        list={requests}
        count={all.length}
        empty={{ title: t('noRequests'), text: t('noRequestsText') }}
        isTable
      >
        <ul ref={focusNextRow} className={styles.list}>
          {all.map(({ user, asked_at: askedAt }) => (
            <PersonRow key={user.user_ide} user={user} line={t('asked', { when: formatShortDateTime(askedAt, dates) })}>
              <Button
                loading={authorize.isPending && authorize.variables.user_ide === user.user_ide}
                onClick={() => authorize.mutate(user)}
              >
                {t('authorize')}
              </Button>
              <Button variant="default" onClick={() => setRefusing(user)}>
                {t('refuse')}
              </Button>
            </PersonRow>
          ))}
        </ul>
      </PagedList>
      {refusing && (
        <RefuseDialog
          user={refusing}
          onClose={() => setRefusing(undefined)}
          onDone={() => void client.invalidateQueries({ queryKey: key })}
        />
      )}
    </>
  );
}

interface RefuseDialogProps {
  user: WireAdminUser;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason of a refusal, which is mailed. */
function RefuseDialog({ user, onClose, onDone }: RefuseDialogProps) {
  const { t } = useTranslation('admin');
  return (
    <ReasonDialog
      title={t('refuseTitle', { name: user.user_username })}
      text={t('refuseText')}
      action={t('refuse')}
      done={t('refused', { name: user.user_username })}
      act={(reason) => call('POST /admin/influencer_requests/refuse', { body: { user_ide: user.user_ide, reason } })}
      onClose={onClose}
      onSettled={onDone}
    />
  );
}
