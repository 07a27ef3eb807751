import type { Feature } from '#web/shared/i18n/catalogues.ts';
import { loadCatalogues } from '#web/shared/i18n/index.ts';
import { themed } from '#web/shared/themed.tsx';

const withTexts =
  <T>(texts: readonly Feature[], fetchCode: () => Promise<T>) =>
  async (): Promise<T> =>
    (await Promise.all([fetchCode(), loadCatalogues(texts)]))[0];

/**
 * Where the code and the texts of the pages lie that nobody sees first. The list alone is 3 kB, as each names every
 * file that it needs, so it is fetched with the first of these pages. Those that use the component library are
 * `themed`.
 */
export const JoinPage = withTexts(
  ['tickets'],
  themed(() => import('#web/features/ticketing/join/JoinPage.tsx')),
);
export const RallyPage = withTexts(
  ['rally'],
  themed(() => import('#web/features/ticketing/token-gate/RallyPage.tsx')),
);
export const WaitingPage = withTexts(
  ['waiting', 'purchase'],
  themed(() => import('#web/features/ticketing/waiting-page/WaitingPage.tsx')),
);
export const TicketPage = withTexts(
  ['tickets', 'audience', 'event', 'notifications', 'purchase', 'replay'],
  themed(() => import('#web/features/ticketing/ticket-page/TicketPage.tsx')),
);
export const TicketsPage = withTexts(
  ['tickets', 'event', 'notifications', 'purchase', 'replay', 'reviews', 'waitlist'],
  themed(() => import('#web/features/ticketing/my-tickets/TicketsPage.tsx')),
);
export const HostHomePage = withTexts(
  ['hostarea', 'notifications'],
  themed(() => import('#web/features/hosting/HostHomePage.tsx')),
);
export const ShareEventPage = withTexts(
  ['hostarea', 'event'],
  themed(() => import('#web/features/hosting/ShareEventPage.tsx')),
);
export const DevelopersPage = withTexts(
  ['developers'],
  themed(() => import('#web/features/developers/DevelopersPage.tsx')),
);
export const ResultsPage = withTexts(
  ['hostarea', 'hosting', 'stats'],
  themed(() => import('#web/features/hosting/ResultsPage.tsx')),
);
export const MyEventsPage = withTexts(
  ['myevents', 'event', 'hosting', 'series'],
  themed(() => import('#web/features/events/MyEventsPage.tsx')),
);
export const GuestsPage = withTexts(
  ['guests', 'event'],
  themed(() => import('#web/features/events/guests/GuestsPage.tsx')),
);
export const ScanPage = withTexts(
  ['scanner', 'event'],
  themed(() => import('#web/features/events/guests/scan/ScanPage.tsx')),
);
export const SeriesPage = withTexts(['series'], () => import('#web/pages/series/SeriesWithPass.tsx'));
export const PublishPage = withTexts(
  ['publish', 'event', 'refusals', 'series'],
  themed(() => import('#web/features/events/publish/PublishPage.tsx')),
);
export const LoginPage = withTexts(
  ['auth'],
  themed(() => import('#web/features/accounts/LoginPage.tsx')),
);
export const VerifyEmailPage = withTexts(
  ['auth'],
  themed(() => import('#web/features/accounts/VerifyEmailPage.tsx')),
);
export const ResetPasswordPage = withTexts(
  ['auth'],
  themed(() => import('#web/features/accounts/ResetPasswordPage.tsx')),
);
export const MagicLinkPage = withTexts(
  ['auth'],
  themed(() => import('#web/features/accounts/MagicLinkPage.tsx')),
);
export const SocialReturnPage = withTexts(
  ['auth'],
  themed(() => import('#web/features/accounts/social/SocialReturnPage.tsx')),
);
export const SocialSignUpPage = withTexts(
  ['auth'],
  themed(() => import('#web/features/accounts/social/SocialSignUpPage.tsx')),
);
export const SocialLinkPage = withTexts(
  ['auth'],
  themed(() => import('#web/features/accounts/social/SocialLinkPage.tsx')),
);
export const AdminPage = withTexts(
  ['admin', 'backoffice', 'payouts', 'reports'],
  themed(() => import('#web/features/backoffice/AdminPage.tsx')),
);
export const ProfilePage = withTexts(
  ['account', 'auth', 'billing'],
  themed(() => import('#web/features/accounts/profile/ProfilePage.tsx')),
);
export const ViewerProfilePage = withTexts(
  ['public-profile', 'hosts', 'auth'],
  themed(() => import('#web/pages/viewer-profile/ViewerProfilePage.tsx')),
);
export const HostProfilePage = withTexts(
  ['public-profile'],
  themed(() => import('#web/features/hosts/HostProfilePage.tsx')),
);
export const BalancePage = withTexts(
  ['balance', 'payouts'],
  themed(() => import('#web/pages/balance/BalancePage.tsx')),
);
export const OwnHostPage = withTexts(
  ['hosts', 'reviews', 'public-profile'],
  () => import('#web/features/hosts/OwnHostPage.tsx'),
);
export const NotificationsPage = withTexts(
  ['notifications', 'auth'],
  themed(() => import('#web/features/notifications/NotificationsPage.tsx')),
);
export const RemindersPage = withTexts(['public-profile'], () => import('#web/features/accounts/RemindersPage.tsx'));
export const UnfollowPage = withTexts(['hosts'], () => import('#web/features/hosts/UnfollowPage.tsx'));
export const ConfirmEmailPage = withTexts(
  ['account', 'auth'],
  themed(() => import('#web/features/accounts/profile/ConfirmEmailPage.tsx')),
);
export const TalentPage = withTexts(
  ['landing-pages', 'discover'],
  () => import('#web/features/landing-pages/TalentPage.tsx'),
);
export const WellnessPage = withTexts(
  ['landing-pages', 'discover'],
  () => import('#web/features/landing-pages/WellnessPage.tsx'),
);
/** Every page of the room shows the same parts of it, to the review at the end. */
const roomTexts = [
  'rooms',
  'audience',
  'moderation',
  'captions',
  'pip',
  'away',
  'event',
  'reviews',
  'broadcast',
] as const satisfies readonly Feature[];
export const StreamingPage = withTexts(
  roomTexts,
  themed(() => import('#web/features/rooms/StreamingPage.tsx')),
);
export const BroadcastPage = withTexts(
  roomTexts,
  themed(() => import('#web/features/rooms/BroadcastPage.tsx')),
);
export const MobileStreamingPage = withTexts(
  roomTexts,
  themed(() => import('#web/features/rooms/MobileStreamingPage.tsx')),
);
export const ReplayPage = withTexts(
  ['replay'],
  themed(() => import('#web/pages/replay/ReplayWithSale.tsx')),
);
export const MailboxPage = withTexts(
  ['mailbox'],
  themed(() => import('#web/features/mailbox/MailboxPage.tsx')),
);
export const BillingPage = withTexts(
  ['billing', 'auth'],
  themed(() => import('#web/features/billing/BillingPage.tsx')),
);
export const ReceiptPage = withTexts(
  ['billing'],
  themed(() => import('#web/features/billing/ReceiptPage.tsx')),
);
export const PayoutMethodsPage = withTexts(
  ['payouts'],
  themed(() => import('#web/features/payouts/PayoutMethodsPage.tsx')),
);
export const PaymentMethodsPage = withTexts(
  ['cards', 'auth', 'purchase'],
  themed(() => import('#web/features/ticketing/cards/PaymentMethodsPage.tsx')),
);
export const StatsPage = withTexts(
  ['stats'],
  themed(() => import('#web/features/stats/StatsPage.tsx')),
);
export const ActivityPage = withTexts(
  ['activity'],
  themed(() => import('#web/features/stats/ActivityPage.tsx')),
);
export const PrivateRequestsPage = withTexts(
  ['meetings', 'auth', 'reviews'],
  themed(() => import('#web/pages/meetings/PrivateRequestsPage.tsx')),
);
export const PrivateMeetingsPage = withTexts(
  ['meetings', 'offering', 'reviews'],
  themed(() => import('#web/pages/meetings/PrivateMeetingsPage.tsx')),
);
