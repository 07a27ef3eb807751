/** Landing pages: hosts to discover, and wellness. */
export default {
  talent: {
    title: 'Hosts to discover',
    heading: 'People worth\na front row seat.',
    text: 'They cook, play, teach and talk live, in rooms small enough to be heard. Find your next favorite.',
    hosts: 'Hosts to discover',
    hostsLine: 'Newest first. Choose a host to see their upcoming events.',
    score: '{{score}} out of 5',
    become: 'Have something to share?',
    becomeText: 'Become an influencer and sell tickets to your own live events.',
    start: 'Start hosting',
    none: 'No hosts yet',
    noneText: 'New hosts appear here as soon as they join.',
    seeAll: 'See all events',
  },
  wellness: {
    title: 'Wellness',
    heading: 'Breathe in.\nYour seat is kept.',
    text: 'Yoga, meditation, breathwork and rest, live with a teacher who can see you. Wherever you are.',
    events: 'Upcoming events',
    eventsLine: 'All times are in your time zone.',
    none: 'No wellness events this week',
    noneText: 'Check back soon, or browse all events.',
    seeAll: 'See all events',
  },
};
