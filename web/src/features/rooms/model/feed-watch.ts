import type { FeedSample } from '../media/media-model.ts';

/**
 * What a broadcast's stage shows. `waiting`: the first picture is on its way. `slate`: there was time enough for a
 * picture, and none came, or no new frame. `unsupported`: the encoder sends, and this browser cannot show its format.
 */
export type FeedShown = 'waiting' | 'picture' | 'slate' | 'unsupported';

/** How often the feed is measured. With the longest pause below, a lost feed is noticed within two seconds. */
export const feedMeasuredEveryMs = 250;
/** A feed without a new frame for this long has stopped. */
const stoppedAfterMs = 1_600;
/** The same once the server has told that the encoder is gone: what was under way has arrived by then. */
const lostAfterMs = 500;
/** A picture that is asked for begins with the encoder's next key frame, which comes every two seconds. */
const keyFrameMs = 3_000;
/** A screen on which nothing moves is repeated about once a second. */
const stillScreenMs = 6_000;

interface Expectation {
  readonly isLost: boolean;
  /** The picture was just asked for, for the first time or again. */
  readonly isAsked: boolean;
}

function patience({ picture }: FeedSample, { isLost, isAsked }: Expectation): number {
  if (isLost) return lostAfterMs;
  if (picture?.source === 'screen') return stillScreenMs;
  return picture && isAsked ? keyFrameMs : stoppedAfterMs;
}

/** Follows the frames of one feed, and answers after each measurement what the stage shows. */
export function createFeedWatch(): (sample: FeedSample, isLost: boolean) => FeedShown {
  let shown: FeedShown = 'waiting';
  let newestAt: number | null = null;
  let isAsked = true;
  let key = '';
  let frames = 0;

  return (sample, isLost) => {
    const { at, paused, picture } = sample;
    const isAnother = picture !== null && picture.key !== key;
    const isNew = picture !== null && picture.frames > (isAnother ? 0 : frames);
    key = picture?.key ?? key;
    frames = picture?.frames ?? frames;
    // The page is hidden, and the engine sends nothing: the next frame is timed from when the page is shown.
    if (newestAt === null || isNew || paused) newestAt = at;
    if (isNew) shown = 'picture';
    else if (!paused && at - newestAt >= patience(sample, { isLost, isAsked })) shown = 'slate';
    if (isNew || paused) isAsked = paused;
    return shown;
  };
}
