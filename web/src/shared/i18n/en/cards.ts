/** The saved cards of an account. */
export default {
  title: 'Payment methods',
  intro:
    'Cards you’ve saved here or at checkout. We only store what you see here; your payment provider stores the card itself.',
  list: 'Saved cards',
  name: '{{brand}} ending in {{last4}}',
  expires: 'Expires {{date}}',
  expired: 'Expired {{date}}',
  default: 'Default',
  makeDefault: 'Make default',
  makeDefaultOf: 'Make {{card}} the default',
  defaultDone: 'We’ll offer this card first at checkout.',
  remove: 'Remove',
  removeOf: 'Remove {{card}}',
  emptyTitle: 'No saved cards',
  emptyText: 'Add a card here, or tick “Save this card for next time” when you buy a ticket.',
  guestTitle: 'Saved cards need an account',
  guestText: 'Sign up with the email address on your ticket to save a card with your next purchase.',
  add: {
    open: 'Add a card',
    title: 'Add a card',
    text: 'Our payment provider stores your card for your next tickets. You won’t be charged now.',
    save: 'Save card',
    done: 'Card saved.',
  },
  dialog: {
    title: 'Remove this card?',
    text: '{{card}} will be removed here and at the payment provider. Your tickets and refunds aren’t affected.',
    keep: 'Keep card',
    confirm: 'Remove card',
    done: 'Card removed.',
  },
};
