import type { ComponentType } from 'react';
import type * as InsidePages from './inside-pages.ts';
import type { RouteRole } from './guard.tsx';
import type { Feature } from '#web/shared/i18n/catalogues.ts';
import type { ShellWish } from './layout/Shell.tsx';

export interface PageRoute {
  path: string;
  page: () => Promise<{ default: ComponentType }>;
  /**
   * Catalogues of `i18n/<language>/` the page reads, fetched along with its code; the others' stand in inside-pages.ts.
   */
  texts?: readonly Feature[];
  /** Who may open it; open to everybody without. */
  roles?: readonly RouteRole[];
  /** Header and footer. */
  shell?: ShellWish;
}

/** A page whose code and texts `inside-pages.ts` knows. */
const inside = (name: keyof typeof InsidePages) => async () => (await import('./inside-pages.ts'))[name]();

const roomRoles = ['admin', 'influencer', 'viewer'] as const;

/** The route table. One row per page, tried in this order; pages load when they are opened. */
export const pages: readonly PageRoute[] = [
  { path: '/', page: () => import('#web/features/discover/DiscoverPage.tsx'), texts: ['discover'] },
  { path: '/search/:tag?', page: () => import('#web/features/search/SearchPage.tsx'), texts: ['search', 'discover'] },
  {
    path: '/event/:uuid/share',
    page: inside('ShareEventPage'),
    roles: ['influencer'],
  },
  {
    path: '/event/:uuid/waiting',
    page: inside('WaitingPage'),
    shell: 'no-footer',
  },
  { path: '/series/:uuid', page: inside('SeriesPage') },
  { path: '/event/:id/*', page: () => import('#web/pages/event/EventPage.tsx'), texts: ['event'] },
  {
    path: '/ticket/join/:uuid',
    page: inside('JoinPage'),
    shell: 'no-footer',
  },
  {
    path: '/rally',
    page: inside('RallyPage'),
    roles: ['viewer', 'influencer'],
    shell: 'bare',
  },
  {
    path: '/ticket/:uuid',
    page: inside('TicketPage'),
    shell: 'no-footer',
  },
  {
    path: '/live_events/:scope?',
    page: inside('TicketsPage'),
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/hosting',
    page: inside('HostHomePage'),
    roles: ['influencer'],
  },
  {
    path: '/hosting/developers/:part?',
    page: inside('DevelopersPage'),
    roles: ['influencer'],
  },
  {
    path: '/hosting/results/:uuid',
    page: inside('ResultsPage'),
    roles: ['influencer'],
  },
  {
    path: '/my_live_events/scan/:uuid',
    page: inside('ScanPage'),
    roles: ['viewer', 'influencer'],
    shell: 'bare',
  },
  {
    path: '/my_live_events/guests/:uuid/:part?',
    page: inside('GuestsPage'),
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/my_live_events/:scope?',
    page: inside('MyEventsPage'),
    roles: ['influencer'],
  },
  {
    path: '/message/private_request',
    page: inside('PrivateRequestsPage'),
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/private_meeting/:part?',
    page: inside('PrivateMeetingsPage'),
    roles: ['influencer'],
  },
  {
    path: '/publish_event',
    page: inside('PublishPage'),
    roles: ['influencer'],
    shell: 'no-footer',
  },
  {
    path: '/login',
    page: inside('LoginPage'),
    shell: 'no-footer',
  },
  {
    path: '/signup',
    page: inside('LoginPage'),
    shell: 'no-footer',
  },
  {
    path: '/verify_email',
    page: inside('VerifyEmailPage'),
    shell: 'no-footer',
  },
  {
    path: '/reset_password',
    page: inside('ResetPasswordPage'),
    shell: 'no-footer',
  },
  {
    path: '/magic_link',
    page: inside('MagicLinkPage'),
    shell: 'no-footer',
  },
  {
    path: '/social_login',
    page: inside('SocialReturnPage'),
    shell: 'no-footer',
  },
  {
    path: '/social_sign_up',
    page: inside('SocialSignUpPage'),
    shell: 'no-footer',
  },
  {
    path: '/social_link',
    page: inside('SocialLinkPage'),
    shell: 'no-footer',
  },
  {
    path: '/admin/:section?/:id?',
    page: inside('AdminPage'),
    roles: ['admin'],
  },
  {
    path: '/profile',
    page: inside('ProfilePage'),
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/viewer_profile',
    page: inside('ViewerProfilePage'),
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/billing_viewer',
    page: inside('BillingPage'),
    roles: ['viewer', 'influencer'],
  },
  { path: '/receipt/:order', page: inside('ReceiptPage'), shell: 'no-footer' },
  {
    path: '/my_viewer_payment_methods',
    page: inside('PaymentMethodsPage'),
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/my_influencer_payout_methods',
    page: inside('PayoutMethodsPage'),
    roles: ['influencer'],
  },
  {
    path: '/profile_influencer',
    page: inside('HostProfilePage'),
    roles: ['influencer'],
  },
  {
    path: '/influencer_profile/active',
    page: inside('OwnHostPage'),
    roles: ['influencer'],
  },
  {
    path: '/stats',
    page: inside('StatsPage'),
    roles: ['influencer'],
  },
  {
    path: '/activity',
    page: inside('ActivityPage'),
    roles: ['influencer'],
  },
  {
    path: '/my_balance',
    page: inside('BalancePage'),
    roles: ['influencer'],
  },
  {
    path: '/notifications',
    page: inside('NotificationsPage'),
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/reminders',
    page: inside('RemindersPage'),
    shell: 'no-footer',
  },
  {
    path: '/unfollow',
    page: inside('UnfollowPage'),
    shell: 'no-footer',
  },
  {
    path: '/confirm_email',
    page: inside('ConfirmEmailPage'),
    shell: 'no-footer',
  },
  {
    path: '/talent',
    page: inside('TalentPage'),
    shell: 'no-footer',
  },
  {
    path: '/wellness',
    page: inside('WellnessPage'),
    shell: 'no-footer',
  },
  { path: '/help', page: () => import('#web/features/legal/HelpPage.tsx'), texts: ['help'] },
  { path: '/terms/service', page: () => import('#web/features/legal/TermsPage.tsx'), texts: ['legal'] },
  { path: '/terms/privacy', page: () => import('#web/features/legal/PrivacyPage.tsx'), texts: ['legal'] },
  {
    path: '/streaming/:uuid',
    page: inside('StreamingPage'),
    roles: roomRoles,
    shell: 'bare',
  },
  {
    path: '/broadcast/:uuid',
    page: inside('BroadcastPage'),
    roles: roomRoles,
    shell: 'bare',
  },
  {
    path: '/mobileStreaming/:uuid',
    page: inside('MobileStreamingPage'),
    roles: roomRoles,
    shell: 'bare',
  },
  {
    path: '/replay/:uuid',
    page: inside('ReplayPage'),
    shell: 'no-footer',
  },
  { path: '/dev/mailbox', page: inside('MailboxPage') },
  // Matched after every other page: usernames that are words of routes are refused at sign-up.
  { path: '/:username', page: () => import('#web/features/hosts/HostPage.tsx'), texts: ['hosts', 'reviews'] },
  { path: '*', page: () => import('#web/shared/ui/NotFoundPage.tsx'), texts: ['missing'] },
];
