/** Public pages of hosts. */
export default {
  about: 'About {{name}}',
  languages: 'Languages',
  links: 'Links',
  events_one: '{{count}} event',
  events_other: '{{count}} events',
  upcoming: 'Coming up',
  past: 'Been and gone',
  more: 'Show more',
  none: {
    title: 'Nothing on the calendar',
    text: '{{name}} has no event coming up yet.',
  },
  error: 'We could not open this page',
};
