import type { CallName } from '@frontrow/contract/api.ts';
import { videoBytesMax, type VideoSlot } from '@frontrow/core/events/event-video.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { uploadLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Upload } from '../../http/files/upload.ts';
import { admitVideo, keepVideo, removeVideo, type VideoUses } from './keep-video.ts';

export type { VideoUses } from './keep-video.ts';

type UploadCall = Extract<CallName, `POST /events/update${'Presentation' | 'Thanks'}Video${'' | 'Landscape'}`>;

/** Videos are uploaded on a computer. What a client claims about itself can only take rights away. */
const isMobile = (platform: string | undefined): boolean => /^(ios|android|mobile)/i.test(platform ?? '');

/** The four uploads, and the removal of one. */
export function videoRoutes(uses: VideoUses): AnyRoute[] {
  const upload: Upload = {
    bytesMax: videoBytesMax,
    tooLarge: 'video_too_large',
    async admit(actor, eventUuid, header) {
      if (isMobile(header('x-platform'))) throw refuse('videos_not_on_mobile');
      await admitVideo(uses, actor, eventUuid);
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
        await keepVideo(uses, actor, body.event_uuid, slot, file);
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
        await removeVideo(uses, actor, body.event_uuid, body.video);
        return { success: true };
      },
    }),
  ];
}
