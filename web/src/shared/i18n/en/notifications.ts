/** What reaches a person by email and as notifications of the browser. */
export default {
  title: 'Notifications',
  intro: 'You’ll always get emails about your tickets, changes, cancellations and refunds.',
  saved: 'Saved.',
  email: {
    title: 'Email',
    reminders: 'Event reminders',
    remindersHelp: 'A day and an hour before, and when the host goes live.',
  },
  push: {
    title: 'Browser notifications',
    on: 'This browser notifies you.',
    off: 'This browser doesn’t notify you.',
    others_one: 'You get notifications in {{count}} browser.',
    others_other: 'You get notifications in {{count}} browsers.',
    turnOn: 'Turn on in this browser',
    turnOff: 'Turn off in this browser',
    denied:
      'Notifications are blocked for this site. Allow them in your browser’s site settings, then reload this page.',
    unsupported:
      'This browser doesn’t support notifications. On an iPhone or iPad, add Frontrow to your home screen first.',
    failed: 'We couldn’t turn notifications on. Please try again.',
    kinds: 'Notify me when',
  },
  kind: {
    starts_soon: 'An event starts in 15 minutes',
    live_now: 'An event is live',
    you_are_next: 'I’m next on stage',
    seat_opened: 'My seat opens up on a waitlist',
    sold_out: 'My event sells out',
    encoder_lost: 'My encoder stops sending during a broadcast',
  },
  hint: {
    ticket: 'Get a notification 15 minutes before this event and when it’s live.',
    waitlist: 'Get a notification as soon as a seat opens up.',
    hosting: 'Get a notification when an event sells out or your encoder stops sending.',
    turnOn: 'Notify me',
    settings: 'Settings',
    on: 'Notifications are on in this browser.',
  },
};
