export const exampleLanguages = ['curl', 'TypeScript'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];
type Example = Readonly<Record<ExampleLanguage, string>>;

export const exampleCalls = ['list', 'publish', 'give'] as const;
export type ExampleCall = (typeof exampleCalls)[number];

/** The scope a key needs for each of the calls. */
export const exampleScopes = {
  list: 'read_events',
  publish: 'manage_events',
  give: 'issue_complimentary_tickets',
} as const satisfies Record<ExampleCall, string>;

const auth = '-H "Authorization: Bearer $FRONTROW_KEY"';
const json = '-H "Content-Type: application/json"';

const client = (origin: string) => `// npm install ${origin}/frontrow-client.tgz
import { createClient } from '@frontrow/client';
`;
const connect = (origin: string) => `
const frontrow = createClient({ url: '${origin}', key: process.env.FRONTROW_KEY });`;

/** Calls to copy, addressed to the installation at `origin` (no slash at its end). */
export const callExamples: Readonly<Record<ExampleCall, (origin: string) => Example>> = {
  list: (origin) => ({
    // Quoted: zsh takes a bare question mark for a pattern of file names.
    curl: `# Before: export FRONTROW_KEY=frk_…
curl "${origin}/api/events/mine?scope=upcoming" \\
  ${auth}`,
    TypeScript: `${client(origin)}${connect(origin)}
const { events } = await frontrow.call('GET /events/mine', { query: { scope: 'upcoming' } });`,
  }),
  publish: (origin) => ({
    curl: `# Before: export FRONTROW_KEY=frk_…
# cover.jpg: JPEG, PNG or WebP, at least 1600 × 900 pixels
# event_date: epoch milliseconds, here in two days; event_start_hour: the same time in zoneName
START=$(( ($(date +%s) / 3600 + 48) * 3600000 ))
cat > event.json <<JSON
{
  "event_title": "Made with curl",
  "event_description": "An evening that a script published.",
  "event_date": $START,
  "event_start_hour": "$(printf '%02d:00' $(( START / 3600000 % 24 )))",
  "event_location": "{\\"data\\":{\\"zoneName\\":\\"UTC\\"}}",
  "event_opening_ticketing": true,
  "event_num_attendees": 20,
  "event_price_ticket": 0,
  "event_ticket_type": 1,
  "event_category_ide": 1,
  "event_lang_ides": "[1]",
  "public": true,
  "event_cover_image": "data:image/jpeg;base64,$(base64 < cover.jpg | tr -d '\\n')"
}
JSON
curl -sS "${origin}/api/events/create" \\
  ${auth} \\
  ${json} \\
  --data-binary @event.json | tee created.json
EVENT=$(sed 's/.*"event_uuid":"\\([0-9a-f-]*\\)".*/\\1/' created.json)`,
    TypeScript: `${client(origin)}import { readFile } from 'node:fs/promises';
${connect(origin)}
// JPEG, PNG or WebP, at least 1600 × 900 pixels
const cover = await readFile('cover.jpg', 'base64');
const start = new Date();
start.setUTCHours(start.getUTCHours() + 48, 0, 0, 0);
const { event } = await frontrow.call('POST /events/create', {
  body: {
    event_title: 'Made with TypeScript',
    event_description: 'An evening that a script published.',
    event_date: start.getTime(),
    event_start_hour: start.toISOString().slice(11, 16),
    event_location: JSON.stringify({ data: { zoneName: 'UTC' } }),
    event_opening_ticketing: true,
    event_num_attendees: 20,
    event_price_ticket: 0,
    event_ticket_type: 1,
    event_category_ide: 1,
    event_lang_ides: '[1]',
    public: true,
    event_cover_image: \`data:image/jpeg;base64,\${cover}\`,
  },
});
console.log(event.event_uuid);`,
  }),
  give: (origin) => ({
    curl: `# Before: export FRONTROW_KEY=frk_… and EVENT=… (the event_uuid of an upcoming event)
curl -sS "${origin}/api/events/complimentary" \\
  ${auth} \\
  ${json} \\
  -d "{\\"event_uuid\\": \\"$EVENT\\", \\"emails\\": [\\"guest@example.com\\"]}"`,
    TypeScript: `${client(origin)}${connect(origin)}
const { lines } = await frontrow.call('POST /events/complimentary', {
  // The event_uuid of an upcoming event.
  body: { event_uuid: process.env.EVENT, emails: ['guest@example.com'] },
});`,
  }),
};

export const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export const signatureExample: Example = {
  curl: `# WEBHOOK_ID: the header webhook-id
# WEBHOOK_TIMESTAMP: the header webhook-timestamp
# BODY: the body exactly as it arrived
# Prints what has to follow "v1," in the header webhook-signature
KEY=$(printf %s "\${FRONTROW_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
printf %s "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64`,
  TypeScript: `import { Webhook } from 'standardwebhooks';

const secret = process.env.FRONTROW_SECRET;
// Throws where the signature is wrong or the message is older than five minutes.
const event = new Webhook(secret).verify(rawBody, request.headers);`,
};
