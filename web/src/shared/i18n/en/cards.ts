/** The saved cards of an account. */
export default {
  title: 'Payment methods',
  intro:
    'Cards you saved here or at the checkout. We keep what you see here; the card itself stays with the payment provider.',
  list: 'Saved cards',
  name: '{{brand}} ending in {{last4}}',
  expires: 'Expires {{date}}',
  expired: 'Expired {{date}}',
  default: 'Default',
  makeDefault: 'Make default',
  makeDefaultOf: 'Make {{card}} the default',
  defaultDone: 'The checkout offers this card first now.',
  remove: 'Remove',
  removeOf: 'Remove {{card}}',
  emptyTitle: 'No saved cards',
  emptyText: 'Add one, or tick “Save this card for next time” when you buy a ticket.',
  guestTitle: 'Cards belong to an account',
  guestText: 'Sign up with the address of your ticket, and you can save a card with your next purchase.',
  add: {
    open: 'Add a card',
    title: 'Add a card',
    text: 'It is kept by the payment provider for your next tickets. Nothing is charged now.',
    save: 'Save card',
    done: 'The card is saved.',
  },
  dialog: {
    title: 'Remove this card?',
    text: '{{card}} is removed here and at the payment provider. Tickets and refunds stay as they are.',
    keep: 'Keep it',
    confirm: 'Remove card',
    done: 'The card is removed.',
  },
};
