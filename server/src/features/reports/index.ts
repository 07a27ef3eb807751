import type { Feature } from '../../feature.ts';
import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { sendEach } from '../../mail/news-mails.ts';
import { decideReport, fileReport, listReports, reportFromRoom, type ReportsDeps } from './reports.ts';

/** Reports of events, people, reviews and chat messages to the app admins. */
export const reportsFeature = (deps: ReportsDeps): { feature: Feature } => ({
  feature: { name: 'reports', routes: reportsRoutes(deps), facts: [emailAdmins(deps)] },
});

const reportsRoutes = (deps: ReportsDeps): AnyRoute[] => [
  route({
    call: 'POST /reports',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      await fileReport(deps, actor, body);
      return {};
    },
  }),
  route({
    call: 'POST /events/streaming/report',
    who: 'member',
    limit: writeLimit,
    handle: ({ actor, body }) => reportFromRoom(deps, actor, body),
  }),
  route({
    call: 'GET /admin/reports',
    who: 'admin',
    limit: readLimit,
    handle: ({ query }) => listReports(deps.db, query),
  }),
  route({
    call: 'POST /admin/reports/decide',
    who: 'admin',
    limit: writeLimit,
    async handle({ actor, body }) {
      const { report_uuid: reportId, decision, note } = body;
      await decideReport(deps, { adminId: actor.id, reportId, decision, note });
      return {};
    },
  }),
];

const kindNames: Readonly<Record<string, string>> = {
  event: 'An event',
  person: 'A person',
  review: 'A review',
  message: 'A chat message',
};

/** Emails app admins about the first open report of a thing; the list shows how many followed. */
const emailAdmins = ({ config, db, mail }: ReportsDeps): FactHandler =>
  onFact(
    'ReportFiled',
    'email app admins',
    async ({ dedupeKey, payload }) => {
      const report = await db.one<{ kind: string; reason: string; subject: string; title: string | null }>(
        `SELECT r.kind, r.reason, s.username AS subject, e.title FROM report r JOIN app_user s ON s.id = r.subject_id
           LEFT JOIN event e ON e.id = r.event_id
         WHERE r.id = $1 AND r.status = 'open' AND NOT EXISTS (
           SELECT 1 FROM report o WHERE o.subject_key = r.subject_key AND o.status = 'open' AND o.id <> r.id
             AND (o.created_at, o.id) < (r.created_at, r.id))`,
        [payload.reportId],
      );
      if (!report) return;
      const admins = await db.query<{ email: string }>(
        `SELECT email_norm AS email FROM app_user
         WHERE app_admin AND erased_at IS NULL AND email_norm IS NOT NULL ORDER BY id`,
      );
      await sendEach(
        mail,
        admins.map(({ email }) =>
          composeMail({
            dedupeKey: `${dedupeKey}:${email}`,
            to: email,
            subject: `New report: ${report.title ?? `@${report.subject}`}`,
            preview: `${kindNames[report.kind]} was reported.`,
            heading: 'New report',
            blocks: [
              {
                kind: 'facts',
                rows: [
                  { label: 'What', value: kindNames[report.kind] ?? report.kind },
                  { label: 'Who', value: `@${report.subject}` },
                  ...(report.title === null ? [] : [{ label: 'Event', value: report.title }]),
                  { label: 'Reason', value: report.reason },
                ],
              },
              { kind: 'button', label: 'Open reports', url: `${config.publicUrl}/admin/reports?state=open` },
            ],
            footer: 'You receive this email because you are an app admin of Frontrow.',
          }),
        ),
      );
    },
    { queue: 'mail', priority: 'low' },
  );
