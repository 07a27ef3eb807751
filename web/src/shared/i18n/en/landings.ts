/** Landing pages: hosts to discover, and wellness. */
export default {
  talent: {
    title: 'Talent',
    heading: 'People worth\na front row seat.',
    text: 'They cook, play, teach and talk live, in rooms small enough to be heard. Find your next favourite.',
    hosts: 'Hosts to discover',
    hostsLine: 'Newest first. Tap somebody to see what is coming up.',
    score: '{{score}} of 5',
    become: 'You have something to show?',
    becomeText: 'Ask to become an influencer, and sell the seats of your own first row.',
    start: 'Start hosting',
    none: 'The stage is empty',
    noneText: 'Hosts appear here as soon as they are with us.',
    seeAll: 'See all events',
  },
  wellness: {
    title: 'Wellness',
    heading: 'Breathe in.\nYour seat is kept.',
    text: 'Yoga, meditation, breathing and rest, live with somebody who sees you. Wherever you are.',
    events: 'What is coming up',
    eventsLine: 'All times in your time zone.',
    none: 'A quiet week',
    noneText: 'No wellness event is planned right now. Have a look at everything else.',
    seeAll: 'See all events',
  },
};
