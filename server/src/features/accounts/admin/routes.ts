import type { WireAdminUser, WirePerson } from '@frontrow/contract/accounts/admin-api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Kit } from '../../../kit.ts';
import type { Sessions } from '../sessions.ts';
import { requestInfluencer, profileView } from '../profile.ts';
import { auditView, listAudit } from './audit-log.ts';
import {
  type AdminPerson,
  changeFlags,
  decideInfluencerRequest,
  findPerson,
  listPeople,
  listRequests,
} from './people.ts';

/** Calls to ask to become an influencer, and calls of app admins about people. */
export function adminRoutes({ db, sessions }: PersonDeps): AnyRoute[] {
  return [
    route({
      call: 'POST /user/influencer_request',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor }) => profileView(db, await requestInfluencer({ db }, actor.id), actor.guestOf),
    }),
    route({
      call: 'GET /admin/influencer_requests',
      who: 'admin',
      limit: readLimit,
      handle: async ({ query }) => {
        const { requests, next } = await listRequests(db, numberOf(query.cursor));
        return {
          requests: requests.map((row) => ({ user: personView(row.person), asked_at: row.askedMs })),
          next_cursor: next,
        };
      },
    }),
    route({
      call: 'POST /admin/influencer_requests/authorize',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await decideInfluencerRequest({ db }, { adminId: actor.id, userId: body.user_ide, refusedBecause: undefined });
        return {};
      },
    }),
    route({
      call: 'POST /admin/influencer_requests/refuse',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await decideInfluencerRequest(
          { db },
          { adminId: actor.id, userId: body.user_ide, refusedBecause: body.reason },
        );
        return {};
      },
    }),
    route({
      call: 'GET /admin/users',
      who: 'admin',
      limit: readLimit,
      handle: async ({ query }) => {
        const { q, role, sort, cursor } = query;
        const { people, next } = await listPeople(db, { q, role, sort, after: numberOf(cursor) });
        return { users: people.map(personView), next_cursor: next };
      },
    }),
    route({
      call: 'GET /admin/users/:ide',
      who: 'admin',
      limit: readLimit,
      handle: ({ params }) => readPerson({ db, sessions }, params.ide),
    }),
    route({
      call: 'POST /admin/users/flags',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) =>
        personView(
          await changeFlags(
            { db },
            {
              adminId: actor.id,
              userId: body.user_ide,
              advertising: body.influencer_advertising,
              massive: body.influencer_massive_streaming,
            },
          ),
        ),
    }),
    route({
      call: 'GET /admin/audit_log',
      who: 'admin',
      limit: readLimit,
      handle: async ({ query }) => {
        const { entries, next } = await listAudit(db, { before: numberOf(query.cursor) });
        return { entries: entries.map(auditView), next_cursor: next };
      },
    }),
  ];
}

const numberOf = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor);

const personView = (person: AdminPerson): WireAdminUser => ({
  user_ide: person.id,
  user_username: person.username,
  user_name: `${person.name} ${person.surname}`.trim(),
  user_avatar: person.avatarUrl,
  user_role: person.role,
  user_email: person.email,
  user_email_verified: person.emailVerified,
  user_is_guest: person.isGuest,
  user_is_admin: person.isAdmin,
  user_second_factor: person.secondFactor,
  influencer_advertising: person.advertising,
  influencer_massive_streaming: person.massive,
  user_created: person.createdMs,
});

interface PersonDeps extends Pick<Kit, 'db'> {
  readonly sessions: Pick<Sessions, 'list'>;
}

/** A person as app admins see them. Throws `user_not_found`, also for a deleted account. */
async function readPerson({ db, sessions }: PersonDeps, userId: number): Promise<WirePerson> {
  const person = await findPerson(db, userId);
  const row =
    person &&
    (await db.one<{
      suspended_ms: number | null;
      suspended_reason: string | null;
      orders: number;
      hosted: number;
      reports: number;
    }>(
      `SELECT (extract(epoch FROM u.suspended_at) * 1000)::bigint AS suspended_ms, u.suspended_reason,
         (SELECT count(*)::int FROM orders o WHERE o.buyer_id = u.id) AS orders,
         (SELECT count(*)::int FROM event e WHERE e.host_id = u.id AND e.private_for IS NULL AND e.replay_of IS NULL) AS hosted,
         (SELECT count(*)::int FROM report r WHERE r.subject_id = u.id AND r.status = 'open') AS reports
       FROM app_user u WHERE u.id = $1`,
      [userId],
    ));
  if (!row) throw refuse('user_not_found');
  return {
    user: personView(person),
    suspended_at: row.suspended_ms,
    suspended_reason: row.suspended_reason,
    orders: row.orders,
    hosted_events: row.hosted,
    reports_open: row.reports,
    sessions: (await sessions.list(db, userId)).map(({ device, startedMs, lastUsedMs }) => ({
      device,
      started_at: startedMs,
      last_used_at: lastUsedMs,
    })),
    history: (await listAudit(db, { subjectId: userId })).entries.map(auditView),
  };
}
