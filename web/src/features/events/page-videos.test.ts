import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { expect, test } from 'vitest';
import { videoFor, videoOfPage } from './event-page-model.ts';

const event = (more: Partial<WireEvent>): WireEvent =>
  ({
    event_state: 0,
    event_cancelled: false,
    event_presentation_video: null,
    event_presentation_video_landscape: null,
    event_thanks_video: null,
    event_thanks_video_landscape: null,
    ...more,
  }) as WireEvent;

test('phones get the upright video, desktops the wide one, and both the only one there is', () => {
  const both = event({ event_presentation_video: 'tall', event_presentation_video_landscape: 'wide' });
  expect(videoFor(both, 'presentation', true)).toEqual({ src: 'tall', upright: true });
  expect(videoFor(both, 'presentation', false)).toEqual({ src: 'wide', upright: false });
  expect(videoFor(event({ event_presentation_video: 'tall' }), 'presentation', false)).toEqual({
    src: 'tall',
    upright: true,
  });
  expect(videoFor(event({ event_presentation_video_landscape: 'wide' }), 'presentation', true)?.src).toBe('wide');
  expect(videoFor(both, 'thanks', true)).toBeNull();
});

test('the thanks video is for ticket holders, after an event that took place', () => {
  const full = { event_presentation_video: 'trailer', event_thanks_video: 'thanks' };
  const srcOf = (more: Partial<WireEvent>, seat: boolean) => videoOfPage(event({ ...full, ...more }), seat, true)?.src;
  expect(srcOf({}, true)).toBe('trailer');
  expect(srcOf({ event_state: 2 }, true)).toBe('thanks');
  expect(srcOf({ event_state: 2 }, false)).toBe('trailer');
  expect(srcOf({ event_state: 2, event_cancelled: true }, true)).toBe('trailer');
});
