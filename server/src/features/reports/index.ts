import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Feature } from '../../feature.ts';
import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { say, sayTitle } from '../../i18n/say.ts';
import { composeMail, inReadersLanguage } from '../../mail/compose-mail.ts';
import { subjectAbout } from '../../mail/event-date.ts';
import { sendEach } from '../../mail/news-mails.ts';
import { emailAuthor, removeReportedMessage } from './remove-message.ts';
import { decideReport, fileReport, listReports, reportFromRoom, type ReportsDeps } from './reports.ts';

/** Reports of events, people, reviews and chat messages to the app admins. */
export const reportsFeature = (deps: ReportsDeps): { feature: Feature } => ({
  feature: { name: 'reports', routes: reportsRoutes(deps), facts: [emailAdmins(deps), emailAuthor(deps)] },
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
  route({
    call: 'POST /admin/reports/remove_message',
    who: 'admin',
    limit: writeLimit,
    async handle({ actor, body }) {
      await removeReportedMessage(deps, { adminId: actor.id, reportId: body.report_uuid, reason: body.reason });
      return {};
    },
  }),
];

interface Report {
  kind: string;
  reason: string;
  subject: string;
  title: EventTitle | null;
}

const previews = (): Readonly<Record<string, string>> => ({
  event: say`An event was reported.`,
  person: say`A person was reported.`,
  review: say`A review was reported.`,
  message: say`A chat message was reported.`,
});

const reasons = (): Readonly<Record<string, string>> => ({
  spam: say`Spam or advertising`,
  fraud: say`Scam or fake event`,
  harassment: say`Harassment or bullying`,
  hate: say`Hate speech`,
  sexual: say`Sexual content`,
  violence: say`Violence or threats`,
  copyright: say`Uses someone else’s work`,
  other: say`Something else`,
});

const reportMail = inReadersLanguage(
  ({ dedupeKey, to, report, publicUrl }: { dedupeKey: string; to: string; report: Report; publicUrl: string }) =>
    composeMail({
      dedupeKey,
      to,
      subject: subjectAbout(report.title ?? `@${report.subject}`, (title) => say`New report: ${title}`),
      preview: previews()[report.kind] ?? report.kind,
      heading: say`New report`,
      blocks: [
        { kind: 'text', text: previews()[report.kind] ?? report.kind },
        {
          kind: 'facts',
          rows: [
            { label: say`Who`, value: `@${report.subject}` },
            ...(report.title === null ? [] : [{ label: say`Event`, value: sayTitle(report.title) }]),
            { label: say`Reason`, value: reasons()[report.reason] ?? report.reason },
          ],
        },
        { kind: 'button', label: say`Open reports`, url: `${publicUrl}/admin/reports?state=open` },
      ],
      footer: say`You receive this email because you are an app admin of Frontrow.`,
    }),
);

/** Emails app admins about the first open report of a thing; the list shows how many followed. */
const emailAdmins = ({ accounts, config, db, mail }: ReportsDeps): FactHandler =>
  onFact(
    'ReportFiled',
    'email app admins',
    async ({ dedupeKey, payload }) => {
      const report = await db.one<Report>(
        `SELECT r.kind, r.reason, s.username AS subject, title_of(e) AS title FROM report r JOIN app_user s ON s.id = r.subject_id
           LEFT JOIN event e ON e.id = r.event_id
         WHERE r.id = $1 AND r.status = 'open' AND NOT EXISTS (
           SELECT 1 FROM report o WHERE o.subject_key = r.subject_key AND o.status = 'open' AND o.id <> r.id
             AND (o.created_at, o.id) < (r.created_at, r.id))`,
        [payload.reportId],
      );
      if (!report) return;
      const admins = await accounts.adminAddresses();
      await sendEach(
        mail,
        admins.map((to) => reportMail({ dedupeKey: `${dedupeKey}:${to}`, to, report, publicUrl: config.publicUrl })),
      );
    },
    { queue: 'mail', priority: 'low' },
  );
