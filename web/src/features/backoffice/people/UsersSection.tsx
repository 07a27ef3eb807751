import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Switch.layer.css';
import type { WireAdminUser } from '@frontrow/contract/accounts/admin-api.ts';
import { Switch } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { PagedList } from '../ui/PagedList.tsx';
import { PersonRow } from './PersonRow.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { useListState } from '../ui/use-list-state.ts';

const roles = ['influencer', 'viewer', 'guest', 'admin', 'suspended'] as const;
const sorts = ['newest', 'oldest'] as const;

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

/** All accounts, searched, filtered and sorted. Hosts have two switches. */
export function UsersSection() {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const { typed, q, state: role, sort: wanted, setTyped, setState, setSort } = useListState(roles);
  const sort = sorts.find((one) => one === wanted) ?? 'newest';
  const users = useInfiniteQuery({
    queryKey: ['admin', 'users', q, role, sort],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/users', { query: { ...(q && { q }), ...(role && { role }), sort, cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const all = users.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <>
      <SearchBar
        search={{ label: t('search'), hint: t('searchHint'), value: typed, onChange: setTyped }}
        filter={t('roleLabel')}
        states={[
          { value: '', label: t('all') },
          ...roles.map((one) => ({ value: one, label: one === 'suspended' ? t('suspended') : t(`role.${one}`) })),
        ]}
        state={role}
        onState={setState}
        sorts={sorts.map((one) => ({ value: one, label: t(`backoffice:sort.${one}`) }))}
        sort={sort}
        onSort={setSort}
      />
      <PagedList list={users} count={all.length} empty={{ title: t('noUsers'), text: t('noUsersText') }}>
        {all.map((user) => (
          <PersonRow
            key={user.user_ide}
            user={user}
            line={t('joined', { when: formatShortDate(user.user_created, dates) })}
          >
            {user.user_role === 1 && <FlagSwitches user={user} />}
          </PersonRow>
        ))}
      </PagedList>
    </>
  );
}
