import type { ComponentType } from 'react';
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

const roomRoles = ['admin', 'influencer', 'viewer'] as const;

/** The route table. One row per page, tried in this order; pages load when they are opened. */
export const pages: readonly PageRoute[] = [
  { path: '/', page: () => import('#web/features/discover/DiscoverPage.tsx'), texts: ['discover'] },
  { path: '/search/:tag?', page: () => import('#web/features/search/SearchPage.tsx'), texts: ['search', 'discover'] },
  { path: '/event/:id/*', page: () => import('#web/pages/event/EventPage.tsx'), texts: ['event', 'reviews'] },
  {
    path: '/ticket/join/:uuid',
    page: () => import('#web/features/ticketing/join/JoinPage.tsx'),
    texts: ['tickets'],
    shell: 'no-footer',
  },
  {
    path: '/live_events/:scope?',
    page: () => import('#web/features/ticketing/tickets/TicketsPage.tsx'),
    texts: ['tickets', 'event', 'purchase', 'reviews'],
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/my_live_events/:scope?',
    page: () => import('#web/features/events/MyEventsPage.tsx'),
    texts: ['myevents', 'event', 'hosting'],
    roles: ['influencer'],
  },
  {
    path: '/publish_event',
    page: () => import('#web/features/events/publish/PublishPage.tsx'),
    texts: ['publish', 'event'],
    roles: ['influencer'],
    shell: 'no-footer',
  },
  { path: '/login', page: () => import('#web/features/accounts/LoginPage.tsx'), texts: ['auth'], shell: 'no-footer' },
  { path: '/signup', page: () => import('#web/features/accounts/LoginPage.tsx'), texts: ['auth'], shell: 'no-footer' },
  {
    path: '/verify_email',
    page: () => import('#web/features/accounts/VerifyEmailPage.tsx'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/reset_password',
    page: () => import('#web/features/accounts/ResetPasswordPage.tsx'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/magic_link',
    page: () => import('#web/features/accounts/MagicLinkPage.tsx'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/social_login',
    page: () => import('#web/features/accounts/social/SocialReturnPage.tsx'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/social_sign_up',
    page: () => import('#web/features/accounts/social/SocialSignUpPage.tsx'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/social_link',
    page: () => import('#web/features/accounts/social/SocialLinkPage.tsx'),
    texts: ['auth'],
    shell: 'no-footer',
  },
  {
    path: '/admin/:section?',
    page: () => import('#web/pages/admin/AdminPage.tsx'),
    texts: ['admin'],
    roles: ['admin'],
  },
  {
    path: '/profile',
    page: () => import('#web/features/accounts/profile/ProfilePage.tsx'),
    texts: ['account', 'auth'],
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/viewer_profile',
    page: () => import('#web/pages/viewer-profile/ViewerProfilePage.tsx'),
    texts: ['shown', 'hosts', 'auth'],
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/my_viewer_payment_methods',
    page: () => import('#web/features/ticketing/cards/PaymentMethodsPage.tsx'),
    texts: ['cards', 'auth'],
    roles: ['viewer', 'influencer'],
  },
  {
    path: '/profile_influencer',
    page: () => import('#web/features/hosts/HostProfilePage.tsx'),
    texts: ['shown'],
    roles: ['influencer'],
  },
  {
    path: '/influencer_profile/active',
    page: () => import('#web/features/hosts/OwnHostPage.tsx'),
    texts: ['hosts', 'reviews', 'shown'],
    roles: ['influencer'],
  },
  {
    path: '/unfollow',
    page: () => import('#web/features/hosts/UnfollowPage.tsx'),
    texts: ['hosts'],
    shell: 'no-footer',
  },
  {
    path: '/confirm_email',
    page: () => import('#web/features/accounts/profile/ConfirmEmailPage.tsx'),
    texts: ['account', 'auth'],
    shell: 'no-footer',
  },
  {
    path: '/talent',
    page: () => import('#web/features/landings/TalentPage.tsx'),
    texts: ['landings', 'discover'],
    shell: 'no-footer',
  },
  {
    path: '/wellness',
    page: () => import('#web/features/landings/WellnessPage.tsx'),
    texts: ['landings', 'discover'],
    shell: 'no-footer',
  },
  { path: '/help', page: () => import('#web/features/legal/HelpPage.tsx'), texts: ['help'] },
  { path: '/terms/service', page: () => import('#web/features/legal/TermsPage.tsx'), texts: ['legal'] },
  { path: '/terms/privacy', page: () => import('#web/features/legal/PrivacyPage.tsx'), texts: ['legal'] },
  {
    path: '/streaming/:uuid',
    page: () => import('#web/features/rooms/StreamingPage.tsx'),
    texts: ['rooms', 'event'],
    roles: roomRoles,
    shell: 'bare',
  },
  {
    path: '/broadcast/:uuid',
    page: () => import('#web/features/rooms/BroadcastPage.tsx'),
    texts: ['rooms', 'event', 'broadcast'],
    roles: roomRoles,
    shell: 'bare',
  },
  {
    path: '/mobileStreaming/:uuid',
    page: () => import('#web/features/rooms/MobileStreamingPage.tsx'),
    texts: ['rooms', 'event', 'broadcast'],
    roles: roomRoles,
    shell: 'bare',
  },
  { path: '/dev/mailbox', page: () => import('#web/features/mailbox/MailboxPage.tsx'), texts: ['mailbox'] },
  // Matched after every other page: usernames that are words of routes are refused at sign-up.
  { path: '/:username', page: () => import('#web/features/hosts/HostPage.tsx'), texts: ['hosts', 'reviews'] },
  { path: '*', page: () => import('#web/shared/ui/NotFoundPage.tsx'), texts: [] },
];
