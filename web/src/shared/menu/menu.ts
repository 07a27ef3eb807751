import type { WireProfile } from '@frontrow/contract/accounts/api.ts';

/** Who looks at a menu. A host in viewer mode is a viewer. */
export type Audience = 'visitor' | 'viewer' | 'influencer';

export interface MenuEntry {
  /** Key under `nav` of the catalogue. */
  text:
    | 'discover'
    | 'tickets'
    | 'requests'
    | 'publish'
    | 'host'
    | 'hostHome'
    | 'myEvents'
    | 'stats'
    | 'meetings'
    | 'activity'
    | 'profile'
    | 'admin'
    | 'hostProfile'
    | 'hostPage'
    | 'viewerProfile'
    | 'billing'
    | 'paymentMethods'
    | 'balance'
    | 'payoutMethods';
  to: string;
  audience: readonly Audience[];
  /** The bar of the header, the account dropdown, or the side menu alone. The hamburger shows all of them. */
  place: 'bar' | 'account' | 'side';
  /** In the side menu of the account's pages, too, for everyone here or for one audience: see `AccountShell`. */
  aside?: true | Audience;
  /** Other pages that belong to this entry. */
  covers?: readonly string[];
  /** Only for app admins. */
  adminOnly?: true;
  /** Has a mark while something there was not seen; not for guests. */
  unread?: 'activity' | 'viewer' | 'host';
}

/** Pages of the host's area besides its home. */
const hostPages = [
  '/my_live_events',
  '/stats',
  '/private_meeting',
  '/activity',
  '/my_balance',
  '/my_influencer_payout_methods',
  '/profile_influencer',
  '/influencer_profile/active',
];

/** The bar of the header, in its order. The other menus are in `menu-entries.ts`, which no first screen loads. */
export const bar: readonly MenuEntry[] = [
  { text: 'discover', to: '/', audience: ['visitor', 'viewer', 'influencer'], place: 'bar' },
  { text: 'tickets', to: '/live_events', audience: ['viewer', 'influencer'], place: 'bar', aside: 'viewer' },
  {
    text: 'requests',
    to: '/message/private_request',
    audience: ['viewer'],
    place: 'bar',
    aside: true,
    unread: 'viewer',
  },
  { text: 'host', to: '/hosting', audience: ['influencer'], place: 'bar', covers: hostPages, unread: 'host' },
];

export function audienceOf(session: { user: Pick<WireProfile, 'user_role'> | null; isInfluencer: boolean }): Audience {
  if (!session.user) return 'visitor';
  return session.isInfluencer ? 'influencer' : 'viewer';
}

export const barFor = (audience: Audience): readonly MenuEntry[] =>
  bar.filter((entry) => entry.audience.includes(audience));
