/** The saved cards of an account. */
export default {
  title: 'Payment methods',
  intro: 'Cards you saved at the checkout. We keep what you see here; the card itself stays with the payment provider.',
  list: 'Saved cards',
  name: '{{brand}} ending in {{last4}}',
  expires: 'Expires {{date}}',
  expired: 'Expired {{date}}',
  default: 'Default',
  remove: 'Remove',
  removeOf: 'Remove {{card}}',
  emptyTitle: 'No saved cards',
  emptyText: 'Tick “Save this card for next time” when you buy a ticket, and the card is here.',
  emptyAction: 'Find an event',
  guestTitle: 'Cards belong to an account',
  guestText: 'Sign up with the address of your ticket, and you can save a card with your next purchase.',
  dialog: {
    title: 'Remove this card?',
    text: '{{card}} is removed here and at the payment provider. Tickets and refunds stay as they are.',
    keep: 'Keep it',
    confirm: 'Remove card',
    done: 'The card is removed.',
  },
};
