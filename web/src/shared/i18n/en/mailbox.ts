/** The dev mailbox: only where no mail server is set, never in production. */
export default {
  title: 'Dev mailbox',
  lead: 'Every mail this installation would have sent. Links work.',
  to: 'Only mails to',
  list: 'Mails, newest first',
  links: 'Links in this mail',
  attachments: 'Attachments',
  sentTo: 'To {{to}}',
  mailOf: 'Mail: {{subject}}',
  empty: 'No mail yet',
  emptyText: 'Buy a ticket or sign up: the mail lands here at once.',
  off: 'There is no mailbox here',
  offText: 'This installation sends its mail for real.',
};
