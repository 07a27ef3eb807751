import { adminEmail, hostEmail, viewerEmail } from './session.ts';

export const missing = '/no/such/seat';
/** Of an email that was never sent. */
const mark = '#token=of-an-email-that-was-sent-last-year';

export interface Screen {
  readonly name: string;
  readonly path: (eventUuid: string) => string;
  readonly as?: (typeof people)[number];
  /** Proof that the screen shows its content and not its skeleton. */
  readonly shows: string | RegExp;
}

export const screens: readonly Screen[] = [
  { name: 'Discover', path: () => '/', shows: 'This week' },
  { name: 'search', path: () => '/search?q=moon', shows: 'Live first, then the best matches' },
  { name: 'search: start', path: () => '/search', shows: 'Find your seat' },
  { name: 'search: nothing', path: () => '/search?q=underwater%20chess', shows: 'No results for' },
  { name: 'search: tag', path: () => '/search/astronomy', shows: 'Events tagged' },
  { name: 'event page', path: (uuid) => `/event/${uuid}`, shows: 'Who’s coming' },
  {
    name: 'event page of the host',
    path: (uuid) => `/event/${uuid}`,
    as: hostEmail,
    shows: 'Private information',
  },
  { name: 'host page', path: () => '/noravale', shows: 'Upcoming' },
  { name: 'log in', path: () => '/login', shows: 'Welcome back' },
  { name: 'sign up', path: () => '/signup', shows: 'Take your seat' },
  { name: 'new password', path: () => `/reset_password${mark}`, shows: 'Choose a new password' },
  { name: 'new password, cut short', path: () => '/reset_password', shows: 'Incorrect Reset Password Token' },
  { name: 'back from Instagram', path: () => '/social_login', shows: 'started in another tab' },
  { name: 'connect Instagram', path: () => `/social_link${mark}`, shows: 'Connect Instagram' },
  { name: 'a link cut short', path: () => '/magic_link', shows: 'Request another link' },
  { name: 'confirm the address', path: () => `/verify_email${mark}`, shows: 'this email address is yours' },
  { name: 'confirm a new address', path: () => `/confirm_email${mark}`, shows: 'use it for your account' },
  { name: 'join link cut short', path: (uuid) => `/ticket/join/${uuid}`, shows: 'This link is incomplete' },
  { name: 'a ticket, not logged in', path: (uuid) => `/ticket/${uuid}`, shows: 'Log in to see this ticket' },
  { name: 'waiting page without a sale', path: (uuid) => `/event/${uuid}/waiting`, shows: 'Tickets are on sale' },
  {
    name: 'back from the wallet',
    path: () => '/rally',
    as: viewerEmail,
    shows: 'Your wallet provider sent no code',
  },
  { name: 'publish', path: () => '/publish_event', as: hostEmail, shows: 'Cover' },
  {
    name: 'change an event',
    path: (uuid) => `/publish_event?edit=${uuid}`,
    as: hostEmail,
    shows: 'Edit your event',
  },
  { name: 'my tickets', path: () => '/live_events', as: viewerEmail, shows: 'Upcoming' },
  {
    name: 'favorites',
    path: () => '/live_events/favorite_live_events',
    as: viewerEmail,
    shows: 'No favorites yet',
  },
  {
    name: 'past tickets',
    path: () => '/live_events/past_live_events',
    as: viewerEmail,
    shows: 'Past',
  },
  { name: 'unfollow by mail', path: () => '/unfollow', shows: 'This link doesn’t work' },
  { name: 'reminders by mail', path: () => '/reminders', shows: 'This link doesn’t work' },
  { name: 'developers: keys', path: () => '/hosting/developers', as: hostEmail, shows: 'Try it' },
  { name: 'developers: webhooks', path: () => '/hosting/developers/webhooks', as: hostEmail, shows: 'Try it' },
  { name: 'home of the host', path: () => '/hosting', as: hostEmail, shows: 'Needs your attention' },
  { name: 'share an event', path: (uuid) => `/event/${uuid}/share`, as: hostEmail, shows: 'Your event link' },
  {
    name: 'guests and sales',
    path: (uuid) => `/my_live_events/guests/${uuid}`,
    as: hostEmail,
    shows: 'Guests and sales',
  },
  {
    name: 'scan tickets',
    path: (uuid) => `/my_live_events/scan/${uuid}`,
    as: hostEmail,
    shows: 'Start camera',
  },
  { name: 'my events', path: () => '/my_live_events', as: hostEmail, shows: 'Happening' },
  {
    name: 'past events',
    path: () => '/my_live_events/past_live_events',
    as: hostEmail,
    shows: 'Past',
  },
  {
    name: 'pre-join',
    path: (uuid) => `/streaming/${uuid}`,
    as: hostEmail,
    shows: 'Check all the features before starting!',
  },
  { name: 'account', path: () => '/profile', as: viewerEmail, shows: viewerEmail },
  { name: 'notifications', path: () => '/notifications', as: viewerEmail, shows: 'Notify me when' },
  { name: 'public profile', path: () => '/viewer_profile', as: viewerEmail, shows: 'Display name' },
  {
    name: 'payment methods',
    path: () => '/my_viewer_payment_methods',
    as: viewerEmail,
    shows: 'No saved cards',
  },
  { name: 'billing', path: () => '/billing_viewer', as: viewerEmail, shows: /^Ordered / },
  {
    name: 'private meetings of a viewer',
    path: () => '/message/private_request',
    as: viewerEmail,
    shows: 'Waiting for a response',
  },
  { name: 'offer of private meetings', path: () => '/private_meeting/offer', as: hostEmail, shows: 'Available hours' },
  { name: 'private meetings', path: () => '/private_meeting', as: hostEmail, shows: 'Upcoming' },
  {
    name: 'a request that is not there',
    path: (uuid) => `/private_meeting?request=${uuid}`,
    as: hostEmail,
    shows: 'Request not found',
  },
  { name: 'stats', path: () => '/stats', as: hostEmail, shows: 'All metrics' },
  { name: 'activity', path: () => '/activity', as: hostEmail, shows: /Sales, refunds, followers, reviews and payouts/ },
  {
    name: 'influencer profile',
    path: () => '/profile_influencer',
    as: hostEmail,
    shows: 'Links become clickable',
  },
  {
    name: 'own public page',
    path: () => '/influencer_profile/active',
    as: hostEmail,
    shows: 'This is how others see your page.',
  },
  {
    name: 'payout methods',
    path: () => '/my_influencer_payout_methods',
    as: hostEmail,
    shows: 'Sandbox bank: pays',
  },
  { name: 'balance', path: () => '/my_balance', as: hostEmail, shows: 'Upcoming earnings' },
  { name: 'admin: overview', path: () => '/admin', as: adminEmail, shows: 'Live rooms' },
  { name: 'admin: jobs', path: () => '/admin/jobs', as: adminEmail, shows: 'All jobs are running' },
  { name: 'admin: requests', path: () => '/admin/requests', as: adminEmail, shows: /requests/i },
  { name: 'admin: users', path: () => '/admin/users', as: adminEmail, shows: /Joined/ },
  { name: 'admin: events', path: () => '/admin/events', as: adminEmail, shows: 'Starts' },
  { name: 'admin: orders', path: () => '/admin/orders', as: adminEmail, shows: 'Paid' },
  { name: 'admin: disputes', path: () => '/admin/disputes', as: adminEmail, shows: /Evidence due by/ },
  { name: 'admin: refunds', path: () => '/admin/refunds', as: adminEmail, shows: 'Status' },
  { name: 'admin: webhooks', path: () => '/admin/webhooks', as: adminEmail, shows: 'Status' },
  { name: 'admin: payouts', path: () => '/admin/payouts', as: adminEmail, shows: 'No hosts on hold.' },
  {
    name: 'admin: transfers',
    path: () => '/admin/transfers',
    as: adminEmail,
    shows: /bank transfer/,
  },
  {
    name: 'admin: reports',
    path: () => '/admin/reports',
    as: adminEmail,
    shows: 'Reports',
  },
  { name: 'admin: reconciliation', path: () => '/admin/books', as: adminEmail, shows: 'Everything matches' },
  { name: 'admin: sales tax', path: () => '/admin/tax', as: adminEmail, shows: 'No sales tax' },
  { name: 'admin: audit', path: () => '/admin/audit', as: adminEmail, shows: /audit/i },
  { name: 'dev mailbox', path: () => '/dev/mailbox', shows: /mail/i },
  { name: 'talent', path: () => '/talent', shows: 'Hosts to discover' },
  { name: 'wellness', path: () => '/wellness', shows: 'Upcoming events' },
  { name: 'help', path: () => '/help', shows: 'How can we help?' },
  { name: 'terms', path: () => '/terms/service', shows: /terms/i },
  { name: 'privacy', path: () => '/terms/privacy', shows: /privacy/i },
  { name: 'not found', path: () => missing, shows: 'This seat doesn’t exist' },
];

/** A stranger, and a person of each kind. */
export const people = [undefined, viewerEmail, hostEmail, adminEmail] as const;
