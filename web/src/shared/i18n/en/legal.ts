/** Terms of service and privacy policy: short and true to what the product does. */
export default {
  updated: 'Last updated November 28, 2026',
  terms: {
    title: 'Terms of service',
    lead: 'Frontrow lets hosts sell tickets to live video events, and lets you attend them. These are the rules, in plain English.',
    account: {
      title: 'Your account',
      text: 'Use your real name, date of birth and email address, and keep your password to yourself. You can buy a ticket without an account; it then belongs to the email address you gave. We may change usernames that impersonate someone else.',
    },
    tickets: {
      title: 'Tickets and prices',
      text: 'The price you see first is all you pay: the host’s price plus our fee. We hold your seat for 10 minutes while you pay, and it’s yours once the payment is complete. A ticket admits one person on one device at a time. You can switch devices whenever you like.',
    },
    refunds: {
      title: 'Refunds',
      text: 'You get a full refund, including fees, if the host cancels, is more than 10 minutes late, or doesn’t show up. A host may reschedule an event once, at least 24 hours before it starts. If the new time doesn’t work for you, you get a refund too.',
    },
    hosts: {
      title: 'Hosts',
      text: 'Hosts agree to start on time, to own or have permission to use what they show, and to follow the laws of their country and yours. We pay them out after the event has taken place. Cancelling late or not showing up lowers a host’s score.',
    },
    rooms: {
      title: 'In the room',
      text: 'Be kind. Hosts and their admins may remove messages, block people from chat, or ask them to leave. Your camera and microphone turn on only when you choose to turn them on. Don’t record or share other people without their permission.',
    },
    liability: {
      title: 'Our responsibility',
      text: 'We provide the platform; hosts are responsible for their events. If our service fails and you miss an event you paid for, we’ll refund you. Nothing in these terms limits the rights you have as a consumer by law.',
    },
    changes: {
      title: 'Changes to these terms',
      text: 'If these terms change, we’ll email you at least 30 days in advance. Tickets you already hold keep the terms they were bought under.',
    },
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'We collect what we need to sell you a ticket and run the event. We never sell your data.',
    what: {
      title: 'What we collect',
      text: 'Your name, username, email address and date of birth; your tickets and orders; billing details you provide, and the receipts that show them, which we’re legally required to keep; your chat messages; and technical data such as your browser and the time of each request. We never receive card numbers: they go straight to the payment provider.',
    },
    why: {
      title: 'Why we collect it',
      text: 'To provide what you bought (tickets, rooms, refunds), to meet legal obligations (invoices), and to keep people safe (blocking, reports). We don’t build advertising profiles.',
    },
    who: {
      title: 'Who can see it',
      text: 'If you have a ticket, your display name and picture appear on the event page, visible to everyone. You choose your display name, and whether you appear there at all, under Public profile in your account menu; hosts find it there in viewer mode. Guests without an account never appear there. In the room, the host and other viewers see your username and picture. Reviews show your display name to everyone. Only the event’s host can see your email address, and only while you hold a ticket. Receipts are issued in the name of the host you buy from, who can open them; they show your billing details or, without any, your name. Payment and email providers get only what they need. We share your data with no one else unless a court orders it.',
    },
    video: {
      title: 'Camera and microphone',
      text: 'They stay off until you turn them on, and work only while you have a turn or the host has opened all microphones. If the host records the event, you are recorded only after you agree to it.',
    },
    long: {
      title: 'How long we keep it',
      text: 'Chat messages and recordings are deleted 90 days after the event; the host can delete a recording sooner. Chat from a private meeting is kept until one of the two people closes their account. The host decides who can watch a recording with its chat: ticket holders, buyers, or everyone. One that everyone can watch may also be a podcast, and podcast apps keep copies. We keep orders and invoices as long as the law requires. We delete everything else when you close your account.',
    },
    rights: {
      title: 'Your rights',
      text: 'You can access, correct, export or delete your data, and complain to your data protection authority. Closing your account starts the deletion immediately.',
    },
    counted: {
      title: 'How we count visits',
      text: 'Hosts see how often their pages were viewed, and which site or tagged link visitors came from. We count this ourselves, without cookies or third parties. To count each person once a day, we keep a hash of your IP address, browser and the page until the day ends. It’s made with a secret that changes daily and is deleted along with the hashes, so no one can be recognized on another day or followed across pages.',
    },
    cookies: {
      title: 'Cookies and local storage',
      text: 'We don’t use tracking cookies. Your browser stores your session, color scheme and selected devices, so your next visit picks up where you left off. When you change something, a cookie without personal data is set for six seconds so that every list shows the change right away.',
    },
  },
};
