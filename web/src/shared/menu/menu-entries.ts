import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { type Audience, bar, type MenuEntry } from './menu.ts';

/** Every menu is drawn from this table, in its order: an entry appears here together with its route. */
export const menu: readonly MenuEntry[] = [
  ...bar,
  {
    text: 'hostHome',
    to: '/hosting',
    covers: ['/hosting/developers'],
    audience: ['influencer'],
    place: 'side',
    aside: true,
  },
  {
    text: 'myEvents',
    to: '/my_live_events',
    covers: ['/hosting/results'],
    audience: ['influencer'],
    place: 'side',
    aside: true,
  },
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
  {
    text: 'profile',
    to: '/profile',
    covers: ['/notifications'],
    audience: ['viewer', 'influencer'],
    place: 'account',
    aside: true,
  },
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

export const menuFor = (audience: Audience, place: MenuEntry['place'], isAdmin = false): readonly MenuEntry[] =>
  menu.filter((entry) => entry.place === place && entry.audience.includes(audience) && (isAdmin || !entry.adminOnly));

/** What the pages of an account have next to them. */
export const sideMenuFor = (audience: Audience): readonly MenuEntry[] =>
  menu.filter(({ aside, audience: of }) => of.includes(audience) && (aside === true || aside === audience));

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
