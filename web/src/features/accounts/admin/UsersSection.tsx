import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Switch.layer.css';
import type { WireAdminUser } from '@frontrow/contract/accounts/admin-api.ts';
import { Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import styles from './Admin.module.css';
import { Found } from './Found.tsx';
import { PersonRow } from './PersonRow.tsx';

const typingMs = 250;

type Flags = Pick<WireAdminUser, 'influencer_advertising' | 'influencer_massive_streaming'>;

function FlagSwitches({ user }: { user: WireAdminUser }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const change = useMutation({
    // One call after the other, because each sends both switches and the last one must win.
    scope: { id: `flags ${user.user_ide}` },
    mutationFn: (flags: Flags) => call('POST /admin/users/flags', { body: { user_ide: user.user_ide, ...flags } }),
    onSuccess: () => toastGood(t('saved')),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'users'] }),
  });
  // A pressed switch changes at once, and the next press starts from there.
  const { influencer_advertising: advertising, influencer_massive_streaming: massive } = change.isPending
    ? change.variables
    : user;
  return (
    <>
      <Switch
        label={t('advertising')}
        checked={advertising}
        onChange={() => change.mutate({ influencer_advertising: !advertising, influencer_massive_streaming: massive })}
      />
      <Switch
        label={t('massive')}
        checked={massive}
        onChange={() => change.mutate({ influencer_advertising: advertising, influencer_massive_streaming: !massive })}
      />
    </>
  );
}

/** All accounts, newest first, with a search. Hosts have two switches. */
export function UsersSection() {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), typingMs);
  const users = useInfiniteQuery({
    queryKey: ['admin', 'users', q],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/users', { query: { ...(q && { q }), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const all = users.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <>
      <TextInput
        type="search"
        label={t('search')}
        placeholder={t('searchHint')}
        className={styles.search ?? ''}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Found list={users} count={all.length} empty={{ title: t('noUsers'), text: t('noUsersText') }}>
        {all.map((user) => (
          <PersonRow
            key={user.user_ide}
            user={user}
            line={t('joined', { when: formatShortDate(user.user_created, dates) })}
          >
            {user.user_role === 1 && <FlagSwitches user={user} />}
          </PersonRow>
        ))}
      </Found>
    </>
  );
}
