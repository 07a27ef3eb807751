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
  /** In a host's header, which has the most entries. */
  short?: 'requestsShort' | 'meetingsShort';
  to: string;
  audience: readonly Audience[];
  /** The bar of the header (and the hamburger), or the account dropdown. */
  place: 'bar' | 'account';
  /** In the side menu of the account's pages, too: they are drawn in `AccountShell`. */
  aside?: true;
  /** Only for app admins. */
  adminOnly?: true;
  /** Has a mark while something there was not seen; not for guests. */
  unread?: 'activity' | 'viewer' | 'host';
}

/** Every menu is drawn from this table, in its order: an entry appears here together with its route. */
export const menu: readonly MenuEntry[] = [
  { text: 'discover', to: '/', audience: ['visitor', 'viewer', 'influencer'], place: 'bar' },
  { text: 'tickets', to: '/live_events', audience: ['viewer', 'influencer'], place: 'bar', aside: true },
  {
    text: 'requests',
    short: 'requestsShort',
    to: '/message/private_request',
    audience: ['viewer', 'influencer'],
    place: 'bar',
    aside: true,
    unread: 'viewer',
  },
  { text: 'myEvents', to: '/my_live_events', audience: ['influencer'], place: 'bar', aside: true },
  { text: 'stats', to: '/stats', audience: ['influencer'], place: 'bar', aside: true },
  {
    text: 'meetings',
    short: 'meetingsShort',
    to: '/private_meeting',
    audience: ['influencer'],
    place: 'bar',
    aside: true,
    unread: 'host',
  },
  { text: 'activity', to: '/activity', audience: ['influencer'], place: 'bar', aside: true, unread: 'activity' },
  { text: 'hostProfile', to: '/profile_influencer', audience: ['influencer'], place: 'account', aside: true },
  { text: 'hostPage', to: '/influencer_profile/active', audience: ['influencer'], place: 'account', aside: true },
  { text: 'myEvents', to: '/my_live_events', audience: ['influencer'], place: 'account' },
  { text: 'balance', to: '/my_balance', audience: ['influencer'], place: 'account', aside: true },
  {
    text: 'payoutMethods',
    to: '/my_influencer_payout_methods',
    audience: ['influencer'],
    place: 'account',
    aside: true,
  },
  { text: 'profile', to: '/profile', audience: ['viewer', 'influencer'], place: 'account', aside: true },
  { text: 'viewerProfile', to: '/viewer_profile', audience: ['viewer'], place: 'account', aside: true },
  { text: 'billing', to: '/billing_viewer', audience: ['viewer'], place: 'account', aside: true },
  {
    text: 'paymentMethods',
    to: '/my_viewer_payment_methods',
    audience: ['viewer'],
    place: 'account',
    aside: true,
  },
  { text: 'publish', to: '/publish_event', audience: ['influencer'], place: 'account' },
  { text: 'admin', to: '/admin', audience: ['viewer', 'influencer'], place: 'account', adminOnly: true },
];

export function audienceOf(session: { user: Pick<WireProfile, 'user_role'> | null; isInfluencer: boolean }): Audience {
  if (!session.user) return 'visitor';
  return session.isInfluencer ? 'influencer' : 'viewer';
}

export const menuFor = (audience: Audience, place: MenuEntry['place'], isAdmin = false): readonly MenuEntry[] =>
  menu.filter((entry) => entry.place === place && entry.audience.includes(audience) && (isAdmin || !entry.adminOnly));

/** The one button of the account menus that depends on who one is and wants to be. */
export type ModeButton = 'become' | 'processing' | 'toInfluencer' | 'toViewer';

export function modeButton(
  user: Pick<WireProfile, 'user_role' | 'influencer_request' | 'user_is_guest'>,
  viewerMode: boolean,
): ModeButton | undefined {
  if (user.user_is_guest) return undefined;
  if (user.user_role === 1) return viewerMode ? 'toInfluencer' : 'toViewer';
  return user.influencer_request ? 'processing' : 'become';
}
