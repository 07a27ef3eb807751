import { isAddress, isChainId } from '@frontrow/core/token-gate/token-place.ts';
import { api, type CallName } from '@frontrow/contract/api.ts';
import { videoBytesMax, type VideoSlot } from '@frontrow/core/events/event-video.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { wroteJustNow } from '../../http/callers/authenticate.ts';
import type { Upload } from '../../http/files/upload.ts';
import {
  eventFormBytesMax,
  eventPollLimit,
  readLimit,
  searchLimit,
  uploadLimit,
  writeLimit,
} from '../../http/limits/limits.ts';
import type { PreparedLists } from '../../http/routes/prepared-answer.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { sizeAvatar } from '../../media/pictures.ts';
import { changeEvent } from './change-event.ts';
import { ownEventDraft } from './event-draft.ts';
import { admitVideo, keepVideo, removeVideo, type VideoDeps } from './event-media.ts';
import type { EventPages } from './event-pages.ts';
import { cancelEvent, type MoveEvent, rescheduleEvent } from './event-states.ts';
import { listEvents, listHosts, listOwnEvents } from './list-events.ts';
import { filtersOf } from './list-query.ts';
import { privatePanel } from './private-panel.ts';
import { addPromoCode, endCode, listPromoCodes, type PromoDeps } from './promo-codes.ts';
import { publishEvent, type PublishDeps } from './publish-event.ts';
import { findPublished } from './records.ts';
import { seriesPage } from './series.ts';

interface EventsDeps extends Kit, PublishDeps, VideoDeps {
  readonly pages: EventPages;
  readonly lists: PreparedLists;
  readonly move: MoveEvent;
}

export function eventsRoutes(deps: EventsDeps): AnyRoute[] {
  const { db, idempotency, pages, lists } = deps;
  return [
    route({
      call: 'GET /events',
      who: 'anyone',
      limit: readLimit,
      keys: 'any',
      handle({ query, header }) {
        const filters = filtersOf(query);
        const place = { cursor: query.cursor, limit: query.limit };
        const wrote = wroteJustNow(header);
        const read = () => deps.listReader.read(wrote, (from) => listEvents({ ...deps, db: from }, filters, place));
        // Who wrote sees it: a kept answer may be from before.
        if (wrote) return read();
        return lists.list(JSON.stringify([filters, place]), api['GET /events'].answer, read);
      },
    }),
    route({
      call: 'GET /events/mine',
      who: 'host',
      limit: readLimit,
      keys: ['read_events'],
      handle: ({ actor, query }) => listOwnEvents(deps, actor.id, query.scope, query.cursor),
    }),
    route({
      call: 'GET /hosts',
      who: 'anyone',
      limit: readLimit,
      handle: async ({ query, header }) => ({
        hosts: await deps.listReader.read(wroteJustNow(header), (from) => listHosts(from, query.limit)),
      }),
    }),
    route({
      call: 'GET /events/:id',
      who: 'anyone',
      limit: eventPollLimit,
      keys: 'any',
      staleTokenIgnored: true,
      prepared: ({ id }) => pages.ready(id),
      async handle({ params }) {
        const page = await pages.page(params.id);
        if (!page) throw refuse('event_not_found');
        return page;
      },
    }),
    route({
      call: 'GET /series/:id',
      who: 'anyone',
      limit: readLimit,
      keys: 'any',
      staleTokenIgnored: true,
      handle: ({ params: { id } }) =>
        lists.list(`series ${id}`, api['GET /series/:id'].answer, () => seriesPage(db, deps.storage, id)),
    }),
    route({
      call: 'GET /events/:id/private',
      who: 'host',
      limit: readLimit,
      keys: ['read_orders'],
      handle: ({ actor, params }) => privatePanel(db, actor.id, params.id),
    }),
    route({
      call: 'POST /events/create',
      who: 'host',
      limit: writeLimit,
      keys: ['manage_events'],
      bodyBytesMax: eventFormBytesMax,
      async handle({ actor, body, idempotencyKey }) {
        const answer = await idempotency.run({ scope: `publish:u:${actor.id}`, key: idempotencyKey, body }, (attempt) =>
          publishEvent(deps, actor, body, attempt),
        );
        lists.expire();
        return answer;
      },
    }),
    route({
      call: 'GET /events/:id/draft',
      who: 'host',
      limit: readLimit,
      keys: ['manage_events'],
      handle: ({ actor, params }) => ownEventDraft(db, deps.storage, actor, params.id),
    }),
    route({
      call: 'POST /events/update',
      who: 'host',
      limit: writeLimit,
      keys: ['manage_events'],
      bodyBytesMax: eventFormBytesMax,
      handle: async ({ actor, body }) => ({ event: await changeEvent(deps, actor, body) }),
    }),
    route({
      call: 'POST /events/reschedule',
      who: 'host',
      limit: writeLimit,
      keys: ['manage_events'],
      handle: async ({ actor, body }) => ({
        event: await rescheduleEvent(deps, actor, body.event_uuid, {
          date: body.event_date,
          startHour: body.event_start_hour,
          scope: body.series_scope,
        }),
      }),
    }),
    route({
      call: 'POST /events/cancel',
      who: 'host',
      limit: writeLimit,
      keys: ['manage_events'],
      handle: async ({ actor, body }) => ({
        event: await cancelEvent(deps, actor, { eventUuid: body.event_uuid, scope: body.series_scope }),
      }),
    }),
    ...tokenRoutes(deps),
    ...promoCodeRoutes(deps),
    ...videoRoutes(deps),
  ];
}

export type { VideoDeps } from './event-media.ts';

type UploadCall = Extract<CallName, `POST /events/update${'Presentation' | 'Thanks'}Video${'' | 'Landscape'}`>;

/** Videos are uploaded on a computer. What a client claims about itself can only take rights away. */
const isMobile = (platform: string | undefined): boolean => /^(ios|android|mobile)/i.test(platform ?? '');

/** The four uploads, and the removal of one. */
function videoRoutes(deps: VideoDeps): AnyRoute[] {
  const upload: Upload = {
    bytesMax: videoBytesMax,
    tooLarge: 'video_too_large',
    async admit(actor, eventUuid, header) {
      if (isMobile(header('x-platform'))) throw refuse('videos_not_on_mobile');
      await admitVideo(deps, actor, eventUuid);
    },
  };
  const uploadRoute = (call: UploadCall, field: string, slot: VideoSlot): AnyRoute =>
    route({
      call,
      who: 'host',
      limit: uploadLimit,
      upload,
      async handle({ actor, body, file }) {
        if (file?.field !== field) throw refuse('video_required', {}, { field });
        await keepVideo(deps, actor, body.event_uuid, slot, file);
        return { success: true };
      },
    });
  return [
    uploadRoute('POST /events/updatePresentationVideo', 'event_presentation_video', 'presentation'),
    uploadRoute('POST /events/updatePresentationVideoLandscape', 'event_presentation_video', 'presentation_landscape'),
    uploadRoute('POST /events/updateThanksVideo', 'event_thanks_video', 'thanks'),
    uploadRoute('POST /events/updateThanksVideoLandscape', 'event_thanks_video', 'thanks_landscape'),
    route({
      call: 'POST /events/remove_video',
      who: 'host',
      limit: writeLimit,
      async handle({ actor, body }) {
        await removeVideo(deps, actor, body.event_uuid, body.video);
        return { success: true };
      },
    }),
  ];
}

const promoCodeRoutes = (deps: PromoDeps): AnyRoute[] => [
  route({
    call: 'GET /events/:id/promo_codes',
    who: 'host',
    limit: readLimit,
    keys: ['manage_promo_codes'],
    async handle({ actor, params }) {
      const event = await findPublished(deps.db, params.id);
      if (!event) throw refuse('event_not_found');
      if (event.hostId !== actor.id) throw refuse('forbidden');
      return listPromoCodes(deps.db, params.id);
    },
  }),
  route({
    call: 'POST /events/promo_codes/add',
    who: 'host',
    limit: writeLimit,
    keys: ['manage_promo_codes'],
    handle: ({ actor, body }) => addPromoCode(deps, actor, body),
  }),
  route({
    call: 'POST /events/promo_codes/end',
    who: 'host',
    limit: writeLimit,
    keys: ['manage_promo_codes'],
    handle: ({ actor, body }) => endCode(deps, actor, body),
  }),
];

/** How a token describes itself, for a host who types its contract. Nothing of it is kept. */
const tokenRoutes = ({ chains, inTurn }: Pick<EventsDeps, 'chains' | 'inTurn'>): AnyRoute[] => [
  route({
    call: 'POST /events/token_preview',
    who: 'host',
    limit: searchLimit,
    async handle({ body: { chain_id: chainId, address, token_id: tokenId, kind } }) {
      if (!isChainId(chainId)) throw refuse('coin_chain_invalid', {}, { field: 'chain_id' });
      if (!isAddress(address)) throw refuse('coin_address_invalid', {}, { field: 'address' });
      const place = { chainId, address: address.toLowerCase() };
      const token =
        kind === 'coin'
          ? await chains.describeCoin(place)
          : await chains.describeCollection({ ...place, tokenId: tokenId?.trim() || undefined });
      const { pictureBytes } = token;
      const small = pictureBytes && (await inTurn(() => sizeAvatar(pictureBytes, '')).catch(() => undefined));
      return {
        token: {
          token_standard: token.standard,
          token_chain_id: chainId,
          token_address: token.address,
          token_id: token.tokenId ?? null,
          token_name: token.name,
          token_symbol: token.symbol,
          token_picture: small ? `data:image/webp;base64,${small.toString('base64')}` : null,
          token_min_balance: null,
        },
      };
    },
  }),
];
