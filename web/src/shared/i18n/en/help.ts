/** The built-in help page and its contact form, for installations without a help center of their own. */
export default {
  title: 'Help',
  heading: 'How can we help?',
  search: 'Search help',
  searchPlaceholder: 'Try “refund”',
  clear: 'Clear search',
  found_one: '{{count}} answer for “{{text}}”',
  found_other: '{{count}} answers for “{{text}}”',
  none: 'No answers for “{{text}}”',
  noneText: 'Try a simpler word, or write to us. These questions are asked most often:',
  questions: {
    refund: {
      title: 'When do I get a refund?',
      text: 'You get a full refund, fees included, if the host cancels or doesn’t show up. If the host is more than 10 minutes late or reschedules, you can request one in <tickets>My tickets</tickets>. Some hosts also let you cancel your ticket; the ticket says until when.',
    },
    refundTime: {
      title: 'How long does a refund take?',
      text: 'We send refunds right away to the card or wallet you paid with. Banks usually take 5 to 10 days to show them. You can follow a refund in <billing>Billing</billing>.',
    },
    late: {
      title: 'The host is late. What now?',
      text: 'Ten minutes after the start you can request a full refund in <tickets>My tickets</tickets>. If the event hasn’t started after an hour, we cancel it and refund everyone automatically.',
    },
    email: {
      title: 'I can’t find my ticket email',
      text: 'Check your spam folder. If you have an account, your ticket is in <tickets>My tickets</tickets>, and “Resend email” on its page sends the email again. Bought as a guest? Start buying a ticket with the same email address, and we’ll offer to resend your join link.',
    },
    join: {
      title: 'How do I join the event?',
      text: 'Open the event or <tickets>My tickets</tickets>. The join button appears 15 minutes before the start. If you bought as a guest, use the link in your ticket email.',
    },
    stage: {
      title: 'How do I go on stage?',
      text: 'In interactive events, press “Raise hand”. When the host gives you a turn, we ask before your camera and microphone turn on.',
    },
    device: {
      title: 'My camera or microphone doesn’t work',
      text: 'Allow this site to use them: select the icon next to the address bar, then reload the page. Inside apps like Instagram or LinkedIn, open the page in your browser first.',
    },
    transfer: {
      title: 'Can I give my ticket to someone else?',
      text: 'Yes, once. Open the ticket in <tickets>My tickets</tickets> and choose “Transfer ticket”. The new holder gets their own ticket by email.',
    },
    login: {
      title: 'I can’t log in',
      text: 'On the <login>login page</login>, choose “Forgot your password?” or “Email me a link”. With two-step login, you can enter a recovery code instead of the code from your phone.',
    },
    become: {
      title: 'How do I become a host?',
      text: 'Choose “Become an influencer” in your account menu. We review your request and email you. Then you can publish your first event.',
    },
    payout: {
      title: 'When do hosts get paid?',
      text: 'Earnings become available 3 days after an event ends, and 15 days after each sale of a replay. Request a payout from your <balance>balance</balance>, or turn on weekly payouts in <payouts>Payout methods</payouts>.',
    },
    encoder: {
      title: 'How do I stream from OBS?',
      text: 'Open the control room of your broadcast. It shows the server address, your stream key and the settings to use in OBS.',
    },
  },
  contact: {
    title: 'Write to us',
    text: 'A person reads every message.',
    topic: 'What is it about?',
    topics: {
      ticket: 'A ticket',
      payment: 'A payment or refund',
      account: 'My account',
      hosting: 'Hosting',
      room: 'Video or chat',
      other: 'Something else',
    },
    email: 'Email address',
    message: 'Message',
    messagePlaceholder: 'What happened, and when?',
    messageMissing: 'Enter a message.',
    emailWrong: 'Enter a valid email address, like you@example.com.',
    send: 'Send message',
    sent: 'Message sent',
    sentText: 'Thanks for writing. We’ll reply to {{email}}.',
    another: 'Send another message',
    support: 'Visit our support site',
  },
};
