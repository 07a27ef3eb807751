/** Tickets for token holders. The first two sentences are fixed: they stay letter for letter. */
export default {
  blocked: 'Please allow popups for this website',
  failed: 'Something went wrong',
  getTicket: 'Get ticket',
  anyOf: 'Any one of these is enough: {{tokens}}',
  title: 'Get your ticket',
  why: 'Sign in with your wallet in a small window. We ask what it holds, and nothing moves.',
  waiting: 'Sign in with your wallet in the window that opened. We go on here by ourselves.',
  closed: 'The window was closed. Open it again to sign in with your wallet.',
  claiming: 'Looking at what your wallet holds…',
  open: 'Open the window',
  openAgain: 'Open it again',
  signInAgain: 'Sign in again',
  again: 'Try again',
  back: 'Back to the event',
  tooLong: 'That took too long. Please get your ticket again.',
  done: {
    title: 'Check your mail',
    text: 'You have a ticket. We sent a magic link to {{email}}: it opens the room.',
    ok: 'Got it',
  },
  /** The popup when it is back. */
  tab: 'Wallet',
  moment: 'One moment…',
  closeIt: 'You can close this window.',
};
