import { themed } from '#web/shared/themed.tsx';

/**
 * Where the code of the pages lies that nobody sees first. The list alone is 3 kB, as each names every file that it
 * needs, so it is fetched with the first of these pages. Those that use the component library are `themed`.
 */
export const JoinPage = themed(() => import('#web/features/ticketing/join/JoinPage.tsx'));
export const TicketPage = themed(() => import('#web/features/ticketing/ticket/TicketPage.tsx'));
export const TicketsPage = themed(() => import('#web/features/ticketing/tickets/TicketsPage.tsx'));
export const MyEventsPage = themed(() => import('#web/features/events/MyEventsPage.tsx'));
export const GuestsPage = themed(() => import('#web/features/events/guests/GuestsPage.tsx'));
export const PublishPage = themed(() => import('#web/features/events/publish/PublishPage.tsx'));
export const LoginPage = themed(() => import('#web/features/accounts/LoginPage.tsx'));
export const VerifyEmailPage = themed(() => import('#web/features/accounts/VerifyEmailPage.tsx'));
export const ResetPasswordPage = themed(() => import('#web/features/accounts/ResetPasswordPage.tsx'));
export const MagicLinkPage = themed(() => import('#web/features/accounts/MagicLinkPage.tsx'));
export const SocialReturnPage = themed(() => import('#web/features/accounts/social/SocialReturnPage.tsx'));
export const SocialSignUpPage = themed(() => import('#web/features/accounts/social/SocialSignUpPage.tsx'));
export const SocialLinkPage = themed(() => import('#web/features/accounts/social/SocialLinkPage.tsx'));
export const AdminPage = themed(() => import('#web/pages/admin/AdminPage.tsx'));
export const ProfilePage = themed(() => import('#web/features/accounts/profile/ProfilePage.tsx'));
export const ViewerProfilePage = themed(() => import('#web/pages/viewer-profile/ViewerProfilePage.tsx'));
export const HostProfilePage = themed(() => import('#web/features/hosts/HostProfilePage.tsx'));
export const BalancePage = themed(() => import('#web/pages/balance/BalancePage.tsx'));
export const OwnHostPage = () => import('#web/features/hosts/OwnHostPage.tsx');
export const RemindersPage = () => import('#web/features/accounts/RemindersPage.tsx');
export const UnfollowPage = () => import('#web/features/hosts/UnfollowPage.tsx');
export const ConfirmEmailPage = themed(() => import('#web/features/accounts/profile/ConfirmEmailPage.tsx'));
export const TalentPage = () => import('#web/features/landings/TalentPage.tsx');
export const WellnessPage = () => import('#web/features/landings/WellnessPage.tsx');
export const StreamingPage = themed(() => import('#web/features/rooms/StreamingPage.tsx'));
export const BroadcastPage = themed(() => import('#web/features/rooms/BroadcastPage.tsx'));
export const MobileStreamingPage = themed(() => import('#web/features/rooms/MobileStreamingPage.tsx'));
export const ReplayPage = themed(() => import('#web/features/replay/ReplayPage.tsx'));
export const MailboxPage = themed(() => import('#web/features/mailbox/MailboxPage.tsx'));
export const BillingPage = themed(() => import('#web/features/billing/BillingPage.tsx'));
export const ReceiptPage = themed(() => import('#web/features/billing/ReceiptPage.tsx'));
export const PayoutMethodsPage = themed(() => import('#web/features/payouts/PayoutMethodsPage.tsx'));
export const PaymentMethodsPage = themed(() => import('#web/features/ticketing/cards/PaymentMethodsPage.tsx'));
export const StatsPage = themed(() => import('#web/features/stats/StatsPage.tsx'));
export const ActivityPage = themed(() => import('#web/features/stats/ActivityPage.tsx'));
