/** Terms of service and privacy policy: short and true to what the product does. */
export default {
  updated: 'Last changed on 25 November 2026',
  terms: {
    title: 'Terms of service',
    lead: 'Frontrow lets hosts sell seats for live video events and lets you sit in them. These are the rules, in plain words.',
    account: {
      title: 'Your account',
      text: 'Give a true name, birth date and e-mail address, and keep your password to yourself. You can buy a ticket without an account: then the ticket belongs to the e-mail address you gave. Usernames that pretend to be somebody else may be changed.',
    },
    tickets: {
      title: 'Tickets and prices',
      text: 'The price you see first is all you pay: the host’s price and our fee. A seat is held for 10 minutes while you pay and is yours once the payment is complete. One ticket is one person in one place at a time; you may move it to another device whenever you like.',
    },
    refunds: {
      title: 'Refunds',
      text: 'You get everything back, fee included, when the host cancels, is more than 10 minutes late or does not show up. A host may move an event once, at least 24 hours before it starts; if the new time does not suit you, you get a refund too.',
    },
    hosts: {
      title: 'Hosts',
      text: 'Hosts promise to be there on time, to own or be allowed to use what they show, and to keep within the law of their country and yours. Their money is paid out after the event took place. Cancelling late or not showing up lowers a host’s score.',
    },
    rooms: {
      title: 'In the room',
      text: 'Be kind. Hosts and the people they appoint may remove messages, block somebody from the chat or ask them to leave. Your camera and microphone open only when you tap yes. Do not record or share other people without asking them.',
    },
    liability: {
      title: 'What we answer for',
      text: 'We run the stage; hosts answer for what happens on it. If our service fails and you miss an event you paid for, you get your money back. We do not take away any right the law gives you as a consumer.',
    },
    changes: {
      title: 'Changes',
      text: 'If these terms change, we tell you by e-mail at least 30 days before. Tickets you already hold keep the terms they were bought under.',
    },
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'We keep what we need to sell you a seat and let you into the room, and nothing to sell on.',
    what: {
      title: 'What we keep',
      text: 'Your name, username, e-mail address and birth date; your tickets and orders; billing details you give, and the receipts that name them, which the law makes us keep; what you write in a chat; and technical notes such as your browser and the time of a request. Card numbers never reach us: they go straight to the payment provider.',
    },
    why: {
      title: 'Why we keep it',
      text: 'To keep the contract with you (tickets, rooms, refunds), because the law asks for it (invoices), and to protect people (blocking, reports). We do not build advertising profiles.',
    },
    who: {
      title: 'Who sees it',
      text: 'With a ticket you stand on the event’s page, with your shown name and your picture, and everybody can read it. You choose that name, and whether you stand there at all, under Public profile in your account menu; hosts find it there in viewer mode. Guests without an account never stand there. In the room the host and the other viewers see your username and your picture; a review shows your name to everybody. E-mail addresses are shown to none of them. Receipts are made in the name of the host you buy from, who can open them: they name you as your billing details do, or else by your own name. Payment and mail providers get what their job needs. Nobody else does, unless a court orders it.',
    },
    video: {
      title: 'Camera and microphone',
      text: 'They are off until you switch them on, and only work while you have a turn or the host opened the microphones. We do not record what viewers show or say.',
    },
    long: {
      title: 'How long',
      text: 'Chat messages, and the recording where a host made one, go 90 days after the event (the chat of a private meeting stays with the two until one of them closes the account); the host may delete the recording before. Only the host, people with a ticket and our own staff can watch it, with the chat beside it. Orders and invoices stay as long as the law asks. Everything else goes when you close your account.',
    },
    rights: {
      title: 'Your rights',
      text: 'You may see, correct, take with you or delete what we keep about you, and complain to your data-protection authority. Closing your account starts the deletion at once.',
    },
    counted: {
      title: 'How visits are counted',
      text: 'Hosts see how often their pages were opened and from which site or named link. We count that ourselves, without cookies and without anybody else. To count a person once a day, we keep a hash of network address, browser and page until the day ends. It is made with a secret that is new every day and deleted with the hashes, so nobody can be recognised on another day or followed from page to page.',
    },
    cookies: {
      title: 'Cookies and local storage',
      text: 'We set no tracking cookies. Your browser keeps your session, the colour scheme and the devices you chose, so that the next visit starts where you left. When you change something, a cookie without your name says so for six seconds, so that you see it in every list at once.',
    },
  },
};
