import type { WireEvent } from '@frontrow/contract/events/api.ts';

/** Portrait on phones, landscape on desktops, or the only one there is. */
export function videoFor(
  event: WireEvent,
  which: 'presentation' | 'thanks',
  phone: boolean,
): { src: string; upright: boolean } | null {
  const upright = event[`event_${which}_video`];
  const landscape = event[`event_${which}_video_landscape`];
  const src = phone ? (upright ?? landscape) : (landscape ?? upright);
  return src === null ? null : { src, upright: src === upright };
}

/** The video of the page: the presentation, or the thanks for ticket holders once the event is over. */
export const videoOfPage = (event: WireEvent, hasSeat: boolean, phone: boolean) => {
  const thanks = event.event_state === 2 && !event.event_cancelled && hasSeat;
  const video = videoFor(event, thanks ? 'thanks' : 'presentation', phone);
  return video && { ...video, thanks };
};
