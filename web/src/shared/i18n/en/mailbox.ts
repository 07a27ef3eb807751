/** The dev mailbox: only where no mail server is set, never in production. */
export default {
  title: 'Dev mailbox',
  lead: 'Emails this server would have sent. Links work.',
  to: 'Only emails to',
  list: 'Emails, newest first',
  links: 'Links in this email',
  attachments: 'Attachments',
  sentTo: 'To {{to}}',
  mailOf: 'Email: {{subject}}',
  empty: 'No emails yet',
  emptyText: 'Buy a ticket or sign up, and the email appears here.',
  off: 'The dev mailbox is off',
  offText: 'This server sends real email.',
};
