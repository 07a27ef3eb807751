import { writtenTitle } from '@frontrow/core/events/title-in.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import { readLimit } from '../../http/limits/limits.ts';
import type { Kit } from '../../kit.ts';
import { readerLanguage } from '../../i18n/request-language.ts';
import { writeIn } from '../../i18n/say.ts';
import { calendarText, organizerOf } from '../../mail/calendar-file.ts';
import { findPublished } from './records.ts';

/** `/event/{uuid}.ics`: the same file as in emails, so that a calendar replaces one with the other. */
export const calendarDownload =
  ({ db, config }: Pick<Kit, 'db' | 'config'>) =>
  async (app: FastifyInstance): Promise<void> => {
    const limit = app.limit(readLimit, 'calendar file');
    app.get<{ Params: { id: string } }>(
      '/event/:id([0-9a-f-]{36}).ics',
      {
        schema: { hide: true },
        onRequest: async (request) => limit(request),
      },
      async (request, reply) => {
        const event = await findPublished(db, request.params.id);
        if (!event) throw refuse('event_not_found');
        const cancelled = event.cancelledAt !== undefined;
        const changed = await db.one<{ at: Date; revisions: number }>(
          `SELECT greatest(created_at, rescheduled_at, revised_at, cancelled_at) AS at, revisions
           FROM event WHERE id = $1`,
          [event.id],
        );
        return reply
          .header('content-disposition', 'attachment; filename="frontrow.ics"')
          .header('cache-control', 'no-cache')
          .header('vary', 'accept-language, cookie')
          .header('x-robots-tag', 'noindex')
          .type(`text/calendar; charset=utf-8; method=${cancelled ? 'CANCEL' : 'PUBLISH'}`)
          .send(
            writeIn(readerLanguage(request), () =>
              calendarText({
                eventUuid: event.id,
                title: writtenTitle(event.title),
                startsAt: event.startsAt,
                endsAt: event.endsAt,
                tz: event.tz,
                eventUrl: `${config.publicUrl}/event/${event.id}`,
                host: event.hostUsername,
                organizer: organizerOf(config),
                cancelled,
                // As in the emails of someone who held one ticket: see `createTicketCalendars`.
                sequence: changed!.revisions + (cancelled ? 2 : event.reschedules),
                changedAt: changed!.at.getTime(),
              }),
            ),
          );
      },
    );
  };
