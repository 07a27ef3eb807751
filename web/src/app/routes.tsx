import type { ComponentType } from 'react';
import type * as InsidePages from './inside-pages.ts';
import type { RouteRole } from './guard.tsx';
import type { Feature } from '#web/shared/i18n/catalogues.ts';
import type { ShellWish } from './layout/Shell.tsx';

export interface PageRoute {
  path: string;
  page: () => Promise<{ default: ComponentType }>;
  /** Catalogues of `i18n/<language>/` the page reads; fetched beside its code. */
  texts: readonly Feature[];
  /** Who may open it; open to everybody without. */
  roles?: readonly RouteRole[];
  /** Header and footer. */
  shell?: ShellWish;
}

/** A page whose code `inside-pages.ts` knows. */
const inside = (name: keyof typeof InsidePages) => async () => (await import('./inside-pages.ts'))[name]();

const roomRoles = ['admin', 'influencer', 'viewer'] as const;

/** The route table. One row per page, tried in this order; pages load when they are opened. */
export const pages: readonly PageRoute[] = [
  { path: '/', page: () => import('#web/features/discover/DiscoverPage.tsx'), texts: ['discover'] },
  { path: '/search/:tag?', page: () => import('#web/features/search/SearchPage.tsx'), texts: ['search', 'discover'] },
  { path: '/event/:id/*', page: () => import('#web/pages/event/EventPage.tsx'), texts: ['event'] },
  {
    path: '/ticket/join/:uuid',
    page: inside('JoinPage'),
    texts: ['tickets'],
    shell: 'no-footer',
  },
  {
    path: '/ticket/:uuid',
    page: inside('TicketPage'),
    texts: ['tickets', 'event', 'purchase'],
    shell: 'no-footer',
  },
  {
    path: '/live_events/:scope?',
    page: inside('TicketsPage'),
    texts: ['tickets', 'event', 'purchase', 'reviews', 'waitlist'],
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/my_live_events/guests/:uuid/:part?',
    page: inside('GuestsPage'),
    texts: ['guests', 'event'],
    roles: ['influencer'],
  },
  {
    path: '/my_live_events/:scope?',
    page: inside('MyEventsPage'),
    texts: ['myevents', 'event', 'hosting'],
    roles: ['influencer'],
  },
  {
    path: '/publish_event',
    page: inside('PublishPage'),
    texts: ['publish', 'event'],
    roles: ['influencer'],
    shell: 'no-footer',
  },
  {
    path: '/login',
    page: inside('LoginPage'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/signup',
    page: inside('LoginPage'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/verify_email',
    page: inside('VerifyEmailPage'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/reset_password',
    page: inside('ResetPasswordPage'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/magic_link',
    page: inside('MagicLinkPage'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/social_login',
    page: inside('SocialReturnPage'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/social_sign_up',
    page: inside('SocialSignUpPage'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/social_link',
    page: inside('SocialLinkPage'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/admin/:section?',
    page: inside('AdminPage'),
    texts: ['admin', 'payouts'],
    roles: ['admin'],
  },
  {
    path: '/profile',
    page: inside('ProfilePage'),
    texts: ['account', 'auth', 'billing'],
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/viewer_profile',
    page: inside('ViewerProfilePage'),
    texts: ['shown', 'hosts', 'auth'],
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/billing_viewer',
    page: inside('BillingPage'),
    texts: ['billing', 'auth'],
    roles: ['viewer', 'influencer'],
  },
  { path: '/receipt/:order', page: inside('ReceiptPage'), texts: ['billing'], shell: 'no-footer' },
  {
    path: '/my_viewer_payment_methods',
    page: inside('PaymentMethodsPage'),
    texts: ['cards', 'auth', 'purchase'],
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/my_influencer_payout_methods',
    page: inside('PayoutMethodsPage'),
    texts: ['payouts'],
    roles: ['influencer'],
  },
  {
    path: '/profile_influencer',
    page: inside('HostProfilePage'),
    texts: ['shown'],
    roles: ['influencer'],
  },
  {
    path: '/influencer_profile/active',
    page: inside('OwnHostPage'),
    texts: ['hosts', 'reviews', 'shown'],
    roles: ['influencer'],
  },
  {
    path: '/stats',
    page: inside('StatsPage'),
    texts: ['stats'],
    roles: ['influencer'],
  },
  {
    path: '/activity',
    page: inside('ActivityPage'),
    texts: ['activity'],
    roles: ['influencer'],
  },
  {
    path: '/my_balance',
    page: inside('BalancePage'),
    texts: ['balance', 'payouts'],
    roles: ['influencer'],
  },
  {
    path: '/reminders',
    page: inside('RemindersPage'),
    texts: ['shown'],
    shell: 'no-footer',
  },
  {
    path: '/unfollow',
    page: inside('UnfollowPage'),
    texts: ['hosts'],
    shell: 'no-footer',
  },
  {
    path: '/confirm_email',
    page: inside('ConfirmEmailPage'),
    texts: ['account', 'auth'],
    shell: 'no-footer',
  },
  {
    path: '/talent',
    page: inside('TalentPage'),
    texts: ['landings', 'discover'],
    shell: 'no-footer',
  },
  {
    path: '/wellness',
    page: inside('WellnessPage'),
    texts: ['landings', 'discover'],
    shell: 'no-footer',
  },
  { path: '/help', page: () => import('#web/features/legal/HelpPage.tsx'), texts: ['help'] },
  { path: '/terms/service', page: () => import('#web/features/legal/TermsPage.tsx'), texts: ['legal'] },
  { path: '/terms/privacy', page: () => import('#web/features/legal/PrivacyPage.tsx'), texts: ['legal'] },
  {
    path: '/streaming/:uuid',
    page: inside('StreamingPage'),
    texts: ['rooms', 'event'],
    roles: roomRoles,
    shell: 'bare',
  },
  {
    path: '/broadcast/:uuid',
    page: inside('BroadcastPage'),
    texts: ['rooms', 'event', 'broadcast'],
    roles: roomRoles,
    shell: 'bare',
  },
  {
    path: '/mobileStreaming/:uuid',
    page: inside('MobileStreamingPage'),
    texts: ['rooms', 'event', 'broadcast'],
    roles: roomRoles,
    shell: 'bare',
  },
  {
    path: '/replay/:uuid',
    page: inside('ReplayPage'),
    texts: ['replay'],
    roles: roomRoles,
    shell: 'no-footer',
  },
  { path: '/dev/mailbox', page: inside('MailboxPage'), texts: ['mailbox'] },
  // Matched after every other page: usernames that are words of routes are refused at sign-up.
  { path: '/:username', page: () => import('#web/features/hosts/HostPage.tsx'), texts: ['hosts', 'reviews'] },
  { path: '*', page: () => import('#web/shared/ui/NotFoundPage.tsx'), texts: [] },
];
