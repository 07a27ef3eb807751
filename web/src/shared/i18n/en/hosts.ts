/** Public pages of hosts. */
export default {
  /** What a shared link says before the host's own words. */
  meta: 'Live events of {{name}} on Frontrow.',
  about: 'About {{name}}',
  edit: 'Edit profile',
  meeting: 'Private meeting',
  languages: 'Languages',
  links: 'Links',
  /** Those that took place: what is to come is listed below. */
  events_zero: 'No event held yet',
  events_one: '{{count}} event held',
  events_other: '{{count}} events held',
  newHost: 'No reviews yet',
  followers_one: '{{count}} follower',
  followers_other: '{{count}} followers',
  upcoming: 'Coming up',
  past: 'Been and gone',
  more: 'Show more',
  none: {
    title: 'Nothing on the calendar',
    text: '{{name}} has no event coming up yet.',
  },
  followed: {
    title: 'Hosts you follow',
    none: 'Nobody yet. Follow a host, and we write to you when there is something new.',
    events_one: '{{count}} event coming up',
    events_other: '{{count}} events coming up',
  },
  unfollow: {
    tab: 'Unfollow',
    question: 'Unfollow this host?',
    questionText: 'We’ll stop emailing you about their new events.',
    confirm: 'Unfollow',
    title: 'Done',
    text: 'You no longer follow {{name}}, and we no longer write to you about new events.',
    page: 'Back to {{name}}',
    failed: 'That did not work',
    noToken: 'This link is incomplete. Open it again from your email.',
    list: 'See whom you follow',
  },
  error: 'We could not open this page',
};
