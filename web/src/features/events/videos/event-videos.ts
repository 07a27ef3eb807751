import type { WireEvent } from '@frontrow/contract/events/api.ts';
import type { VideoSlot } from '@frontrow/core/events/event-video.ts';

interface VideoPlace {
  readonly slot: VideoSlot;
  readonly wire: `event_${'presentation' | 'thanks'}_video${'' | '_landscape'}`;
  /** Call and form field of the upload. */
  readonly path: string;
  readonly field: 'event_presentation_video' | 'event_thanks_video';
  readonly landscape: boolean;
}

/** The four places for a video, those for desktops first. */
export const videoPlaces: Readonly<Record<'presentation' | 'thanks', readonly [VideoPlace, VideoPlace]>> = {
  presentation: [
    {
      slot: 'presentation_landscape',
      wire: 'event_presentation_video_landscape',
      path: '/events/updatePresentationVideoLandscape',
      field: 'event_presentation_video',
      landscape: true,
    },
    {
      slot: 'presentation',
      wire: 'event_presentation_video',
      path: '/events/updatePresentationVideo',
      field: 'event_presentation_video',
      landscape: false,
    },
  ],
  thanks: [
    {
      slot: 'thanks_landscape',
      wire: 'event_thanks_video_landscape',
      path: '/events/updateThanksVideoLandscape',
      field: 'event_thanks_video',
      landscape: true,
    },
    {
      slot: 'thanks',
      wire: 'event_thanks_video',
      path: '/events/updateThanksVideo',
      field: 'event_thanks_video',
      landscape: false,
    },
  ],
};

export type { VideoPlace };

/** Portrait on phones, landscape on desktops, or the only one there is. */
export function videoFor(
  event: WireEvent,
  which: 'presentation' | 'thanks',
  phone: boolean,
): { src: string; upright: boolean } | null {
  const [wide, tall] = videoPlaces[which];
  const upright = event[tall.wire];
  const landscape = event[wide.wire];
  const src = phone ? (upright ?? landscape) : (landscape ?? upright);
  return src === null ? null : { src, upright: src === upright };
}

/** The video of the page: the presentation, or the thanks for ticket holders once the event is over. */
export const videoOfPage = (event: WireEvent, hasSeat: boolean, phone: boolean) => {
  const thanks = event.event_state === 2 && !event.event_cancelled && hasSeat;
  const video = videoFor(event, thanks ? 'thanks' : 'presentation', phone);
  return video && { ...video, thanks };
};
