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
  /** Other pages that belong to this entry of the bar. */
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

/** Every menu is drawn from this table, in its order: an entry appears here together with its route. */
export const menu: readonly MenuEntry[] = [
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
  { text: 'hostHome', to: '/hosting', audience: ['influencer'], place: 'side', aside: true },
  { text: 'myEvents', to: '/my_live_events', audience: ['influencer'], place: 'side', aside: true },
  { text: 'stats', to: '/stats', audience: ['influencer'], place: 'side', aside: true },
  { text: 'meetings', to: '/private_meeting', audience: ['influencer'], place: 'side', aside: true, unread: 'host' },
  { text: 'activity', to: '/activity', audience: ['influencer'], place: 'side', aside: true, unread: 'activity' },
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
  {
    text: 'requests',
    to: '/message/private_request',
    audience: ['influencer'],
    place: 'side',
    aside: true,
    unread: 'viewer',
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
