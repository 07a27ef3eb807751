/** The built-in help page, for installations without a help center of their own. */
export default {
  title: 'Help',
  updated: 'Short answers to what people ask most',
  lead: 'Something does not work, or you wonder how? Most of it is said in a few lines.',
  enter: {
    title: 'How do I get into the room?',
    text: 'Open the event, or “My tickets”. From 15 minutes before the start a button takes you in. As a guest, use the link of your ticket mail; “Send a new link” on that page mails you another one.',
  },
  device: {
    title: 'My camera or microphone does not work',
    text: 'Your browser asks once and remembers your answer: look for the camera sign in the address bar and allow it for this site. Inside apps like Instagram or LinkedIn open the page in your browser first.',
  },
  refund: {
    title: 'When do I get my money back?',
    text: 'In full, fee included, when the host cancels, is more than 10 minutes late or does not show up, or when an event is moved and the new time does not suit you. It goes back to the card or wallet you paid with.',
  },
  late: {
    title: 'The host is late',
    text: 'Ten minutes after the start the refund button of your ticket works. After an hour everybody is refunded without asking.',
  },
  host: {
    title: 'How do I become a host?',
    text: 'Choose “Become an influencer” in your account menu. Somebody looks at your request and writes to you; then you can publish your first event.',
  },
  account: {
    title: 'I cannot log in',
    text: '“Forgot your password?” mails you a link to a new one, “Magic link” one that needs none. With two-step log-in and without your phone, type one of your recovery codes.',
  },
  contact: 'Write to us',
};
