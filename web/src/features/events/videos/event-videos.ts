import type { VideoSlot } from '@frontrow/core/events/event-video.ts';

export interface VideoPlace {
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
