/** Public pages of hosts. */
export default {
  /** What a shared link says before the host's own words. */
  meta: 'Live events by {{name}} on Frontrow.',
  about: 'About {{name}}',
  edit: 'Edit profile',
  meeting: 'Private meeting',
  languages: 'Languages',
  links: 'Links',
  /** Those that took place: what is to come is listed below. */
  events_zero: 'No events held yet',
  events_one: '{{count}} event held',
  events_other: '{{count}} events held',
  newHost: 'No reviews yet',
  followers_one: '{{count}} follower',
  followers_other: '{{count}} followers',
  upcoming: 'Upcoming events',
  past: 'Past events',
  more: 'Show more',
  none: {
    title: 'No upcoming events',
    text: '{{name}} hasn’t scheduled an event yet.',
  },
  followed: {
    title: 'Hosts you follow',
    none: 'You’re not following anyone yet. Follow a host to get an email about their new events.',
    events_one: '{{count}} upcoming event',
    events_other: '{{count}} upcoming events',
  },
  unfollow: {
    tab: 'Unfollow',
    question: 'Unfollow this host?',
    questionText: 'We’ll stop emailing you about their new events.',
    confirm: 'Unfollow',
    title: 'Unfollowed',
    text: 'You no longer follow {{name}}. We won’t email you about their new events.',
    page: 'Back to {{name}}',
    failed: 'This link doesn’t work',
    noToken: 'This link is incomplete. Open it again from your email.',
    list: 'See the hosts you follow',
  },
  error: 'We couldn’t open this page',
};
