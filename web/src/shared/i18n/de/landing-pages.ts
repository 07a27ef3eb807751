import type en from '../en/landing-pages.ts';
import type { Translated } from '../translated.ts';

export default {
  talent: {
    title: 'Hosts entdecken',
    heading: 'Menschen, für die sich\ndie erste Reihe lohnt.',
    text: 'Sie kochen, musizieren, lehren und erzählen live, in Räumen, in denen man dich hört. Finde deinen nächsten Lieblingshost.',
    hosts: 'Hosts entdecken',
    hostsLine: 'Neue zuerst. Wähle einen Host, um die kommenden Events zu sehen.',
    score: '{{score}} von 5',
    become: 'Hast du etwas zu zeigen?',
    becomeText: 'Werde Influencer und verkaufe Tickets für deine eigenen Live-Events.',
    start: 'Host werden',
    none: 'Noch keine Hosts',
    noneText: 'Neue Hosts erscheinen hier, sobald sie dabei sind.',
    seeAll: 'Alle Events ansehen',
  },
  wellness: {
    title: 'Wellness',
    heading: 'Atme ein.\nDein Platz ist frei.',
    text: 'Yoga, Meditation, Atemübungen und Ruhe, live und mit jemandem, der dich sieht. Wo immer du bist.',
    events: 'Kommende Events',
    eventsLine: 'Alle Zeiten gelten in deiner Zeitzone.',
    none: 'Diese Woche keine Wellness-Events',
    noneText: 'Schau bald wieder vorbei oder stöbere in allen Events.',
    seeAll: 'Alle Events ansehen',
  },
} satisfies Translated<typeof en>;
