/** One invented person of the demo. */
export interface DemoPerson {
  /** Also the part of the address before `@frontrow.test`. */
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  readonly host?: true;
  readonly admin?: true;
  readonly massive?: true;
  readonly advertising?: true;
  /** What others read instead of the username. */
  readonly shownName?: string;
  readonly city?: string;
  /** Declined reminders: the mailbox of a demo is to be read, and most of its crowd are extras. */
  readonly unreminded?: true;
  readonly bio?: string;
  /** Codes of the languages the host speaks. */
  readonly langs?: readonly string[];
  readonly links?: readonly string[];
}

const namedAccounts: readonly DemoPerson[] = [
  {
    username: 'host',
    name: 'Robin',
    surname: 'Ash',
    host: true,
    massive: true,
    advertising: true,
    city: 'Lisbon',
    bio:
      'Conversations, small concerts and the odd cooking night, always with a turn for you.\n\nI answer ' +
      'every question on stage; what is left over I answer at https://robinash.example/letters.',
    langs: ['en', 'pt'],
    links: ['https://robinash.example', 'https://video.example/robinash'],
  },
  { username: 'viewer', name: 'Sam', surname: 'Reed', city: 'Dublin' },
  { username: 'viewer2', name: 'Jo', surname: 'Winter', city: 'Vienna' },
  { username: 'admin', name: 'Alex', surname: 'Stone', admin: true },
];

const hosts: readonly DemoPerson[] = [
  {
    username: 'noravale',
    name: 'Nora',
    surname: 'Vale',
    host: true,
    massive: true,
    advertising: true,
    city: 'Bristol',
    bio: 'Songwriter. Late-night sets from a kitchen with a very patient neighbor.',
    langs: ['en'],
    links: ['https://noravale.example', 'https://music.example/noravale'],
  },
  {
    username: 'meitanaka',
    name: 'Mei',
    surname: 'Tanaka',
    host: true,
    city: 'Tokyo',
    bio: 'Slow food, fast friends. Ramen, pickles and everything a small kitchen can do.',
    langs: ['en', 'ja'],
    links: ['https://slowramen.example'],
  },
  {
    username: 'ivomarek',
    name: 'Ivo',
    surname: 'Marek',
    host: true,
    massive: true,
    city: 'Prague',
    bio: 'Chess coach. Bring your worst game, leave with your best idea.',
    langs: ['en', 'de'],
    links: ['https://chess.example/ivomarek'],
  },
  {
    username: 'luciaortega',
    name: 'Lucía',
    surname: 'Ortega',
    host: true,
    advertising: true,
    city: 'Seville',
    bio: 'Flamenco guitar, one palo at a time.',
    langs: ['es', 'en'],
    links: ['https://luciaortega.example', 'https://music.example/luciaortega'],
  },
  {
    username: 'inesmorel',
    name: 'Inès',
    surname: 'Morel',
    host: true,
    city: 'Lyon',
    bio: 'Illustrator. We draw together, nobody is bad at it.',
    langs: ['fr', 'en'],
    links: ['https://inesmorel.example/sketchbook'],
  },
  {
    username: 'samirhaddad',
    name: 'Samir',
    surname: 'Haddad',
    host: true,
    massive: true,
    city: 'Beirut',
    bio: 'Stand-up and storytelling. Hecklers get a turn.',
    langs: ['en', 'ar', 'fr'],
    links: ['https://samirhaddad.example/dates'],
  },
  {
    username: 'adalind',
    name: 'Ada',
    surname: 'Lind',
    host: true,
    city: 'Uppsala',
    bio: 'Astronomer with a telescope on the roof and time for your questions.',
    langs: ['en'],
    links: ['https://rooftop-observatory.example'],
  },
  {
    username: 'theookafor',
    name: 'Theo',
    surname: 'Okafor',
    host: true,
    massive: true,
    advertising: true,
    city: 'Lagos',
    bio: 'Producer. I open the project file and we build the track live.',
    langs: ['en'],
    links: ['https://music.example/theookafor'],
  },
  {
    username: 'priyanair',
    name: 'Priya',
    surname: 'Nair',
    host: true,
    city: 'Kochi',
    bio: 'Yoga for people who sit all day. Breathing first.',
    langs: ['en', 'hi'],
    links: ['https://priyanair.example/breathe'],
  },
  {
    username: 'kofimensah',
    name: 'Kofi',
    surname: 'Mensah',
    host: true,
    city: 'Accra',
    bio: 'Street photographer. Portfolio evenings and honest critique.',
    langs: ['en', 'fr'],
    links: ['https://kofimensah.example'],
  },
];

const viewerNames = [
  ['Ana', 'Costa'],
  ['Ben', 'Fischer'],
  ['Carla', 'Rossi'],
  ['Dev', 'Patel'],
  ['Elin', 'Berg'],
  ['Femi', 'Ade'],
  ['Greta', 'Novak'],
  ['Hugo', 'Laurent'],
  ['Imani', 'Brooks'],
  ['Jonas', 'Keller'],
  ['Kaya', 'Demir'],
  ['Leo', 'Santos'],
  ['Maya', 'Cohen'],
  ['Nils', 'Larsen'],
  ['Olga', 'Petrova'],
  ['Pablo', 'Reyes'],
  ['Quinn', 'Walsh'],
  ['Rosa', 'Marin'],
  ['Sven', 'Holm'],
  ['Tara', 'Singh'],
  ['Umar', 'Khan'],
  ['Vera', 'Kos'],
  ['Wes', 'Harper'],
  ['Xenia', 'Pop'],
  ['Yuki', 'Mori'],
  ['Zoe', 'Clark'],
  ['Arlo', 'Quist'],
  ['Bea', 'Lopez'],
  ['Ciro', 'Greco'],
  ['Dunya', 'Aziz'],
  ['Emil', 'Voss'],
  ['Fay', 'Osei'],
] as const;

/** People of the crowd who get reminders. */
const remindedCrowd = 2;

/** Everyone of the demo: the four named accounts, ten more hosts, and people for the attendee lists. */
export const demoPeople: readonly DemoPerson[] = [
  ...namedAccounts,
  ...hosts,
  ...viewerNames.map(([name, surname], index): DemoPerson => ({
    username: `${name}${surname}`.toLowerCase(),
    name,
    surname,
    shownName: name,
    ...(index >= remindedCrowd && { unreminded: true }),
  })),
];
