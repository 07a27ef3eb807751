/** Reporting an event, a person, a review or a message. */
export default {
  open: 'Report',
  title: {
    event: 'Report this event',
    person: 'Report this person',
    review: 'Report this review',
    message: 'Report this message',
  },
  text: 'Our team will look at it. We won’t tell anyone that you reported it.',
  reason: 'What’s wrong?',
  reasons: {
    spam: 'Spam or advertising',
    fraud: 'Scam or fake event',
    harassment: 'Harassment or bullying',
    hate: 'Hate speech',
    sexual: 'Sexual content',
    violence: 'Violence or threats',
    copyright: 'Uses someone else’s work',
    other: 'Something else',
  },
  note: 'Tell us more',
  noteOptional: 'Tell us more (optional)',
  send: 'Send report',
  done: 'Thank you. Our team will review it.',
};
