import type { Sql } from '../db/db.ts';
import type { Ids } from '../ids.ts';
import { demoCoverKey } from './covers.ts';

interface AudiencePrep {
  readonly slug: string;
  readonly poll: { readonly text: string; readonly choices: readonly string[] };
  /** Asked before the event by people with a ticket; each next one has a vote less. */
  readonly questions: readonly string[];
  /** Said by the host in the room that is open before the event, and pinned there. */
  readonly pinned?: string;
}

const prepared: readonly AudiencePrep[] = [
  {
    slug: 'open-stage',
    poll: {
      text: 'Which story should I tell?',
      choices: ['The night train', 'The wrong wedding', 'The borrowed dog'],
    },
    questions: [],
    pinned: 'Raise your hand to tell your story: three minutes each, true or not.',
  },
  {
    slug: 'small-languages',
    poll: { text: 'Which word first?', choices: ['Saudade', 'Desenrascanço', 'Cafuné', 'Madrugada'] },
    questions: [
      'Is the accent of Porto harder than that of Lisbon?',
      'How do I order coffee without sounding like a textbook?',
      'Which word do you miss most in English?',
    ],
  },
];

/**
 * Prepares polls, questions of ticket holders, and speakers for events to come. Events that have a poll are left alone.
 */
export async function prepareAudience(tx: Sql, ids: Ids): Promise<void> {
  for (const { slug, poll, questions, pinned } of prepared) {
    const events = await tx.query<{ id: string }>(
      `SELECT e.id FROM event e
       WHERE e.cover_key = $1 AND e.state = 0 AND NOT EXISTS (SELECT 1 FROM poll p WHERE p.event_id = e.id)`,
      [demoCoverKey(slug)],
    );
    for (const { id } of events) {
      await tx.query(
        `INSERT INTO poll (id, event_id, body, choices, multiple, anonymous, results_live)
         VALUES ($1, $2, $3, $4, false, false, true)`,
        [ids.uuid(), id, poll.text, poll.choices],
      );
      await askQuestions(tx, ids, id, questions);
      if (pinned !== undefined) await pinMessage(tx, ids, id, pinned);
      if (questions.length > 0) await appointSpeakers(tx, id);
    }
  }
}

/** As in the room itself: a message and its pin are two lines of the log. */
async function pinMessage(tx: Sql, ids: Ids, eventUuid: string, text: string): Promise<void> {
  const opened = await tx.one<{ host_id: number }>(
    `WITH opened AS (
       INSERT INTO room (event_id, seq, pinned_seq) VALUES ($1, 2, 1) ON CONFLICT DO NOTHING RETURNING event_id
     ) SELECT e.host_id FROM opened o JOIN event e ON e.id = o.event_id`,
    [eventUuid],
  );
  if (!opened) return;
  await tx.query(
    `INSERT INTO room_event (event_id, seq, type, payload, actor_id) VALUES
       ($1, 1, 'newMessage', json_build_object('author', $2::bigint), $2),
       ($1, 2, 'updateEvent', '{"change": "pinned", "message_seq": 1, "enabled": true}', $2)`,
    [eventUuid, opened.host_id],
  );
  await tx.query('INSERT INTO chat_message (event_id, seq, author_id, client_id, body) VALUES ($1, 1, $2, $3, $4)', [
    eventUuid,
    opened.host_id,
    ids.uuid(),
    text,
  ]);
}

/** Of the people who ask nothing one is co-host and one guest speaker. */
async function appointSpeakers(tx: Sql, eventUuid: string): Promise<void> {
  await tx.query('INSERT INTO room (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [eventUuid]);
  await tx.query(
    `INSERT INTO room_member (event_id, user_id, stage_role)
     SELECT $1, x.holder_id, CASE WHEN x.place = 1 THEN 'cohost' ELSE 'guest' END FROM (
       SELECT t.holder_id, row_number() OVER (ORDER BY t.holder_id DESC) AS place FROM ticket t
       WHERE t.event_id = $1 AND t.voided_at IS NULL) AS x WHERE x.place <= 2 ON CONFLICT DO NOTHING`,
    [eventUuid],
  );
}

async function askQuestions(tx: Sql, ids: Ids, eventUuid: string, questions: readonly string[]): Promise<void> {
  const holders = await tx.query<{ id: number }>(
    `SELECT u.id FROM ticket t JOIN app_user u ON t.holder_key = person_holder(u.id)
     WHERE t.event_id = $1 AND t.voided_at IS NULL ORDER BY u.id LIMIT 10`,
    [eventUuid],
  );
  for (const [at, text] of questions.entries()) {
    const author = holders[at];
    if (!author) return;
    const questionId = ids.uuid();
    const voters = holders.slice(at + 1, at + 1 + questions.length - at);
    await tx.query('INSERT INTO question (id, event_id, author_id, body, votes) VALUES ($1, $2, $3, $4, $5)', [
      questionId,
      eventUuid,
      author.id,
      text,
      voters.length,
    ]);
    await tx.query('INSERT INTO question_vote (question_id, user_id) SELECT $1, unnest($2::bigint[])', [
      questionId,
      voters.map((voter) => voter.id),
    ]);
  }
}
