/** An address without a page, an event or a person behind it. */
export default {
  row: 'Row 4, seat 04',
  user: 'User not found',
  title: 'This seat doesn’t exist',
  text: 'The page may have moved, the event may have ended, or the link may be incomplete.',
  live: 'See what’s live',
  all: 'See all events',
};
