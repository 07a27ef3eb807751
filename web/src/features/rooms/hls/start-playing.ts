/** `interrupted`: a pause or another source came in between, and the player's own events say how it goes on. */
type Start = 'playing' | 'muted' | 'refused' | 'interrupted';

/**
 * Plays with sound; without it where the browser allows no sound before a tap, and not at all where it allows nothing,
 * as phones that save power do. A player that was refused is not muted: the press that plays it allows sound, too.
 */
export async function startPlaying(video: Pick<HTMLVideoElement, 'muted' | 'play'>): Promise<Start> {
  if (!video.muted) {
    const first = await attempt(video);
    if (first !== 'refused') return first;
    video.muted = true;
  }
  const second = await attempt(video);
  if (second === 'playing') return 'muted';
  video.muted = false;
  return second;
}

async function attempt(video: Pick<HTMLVideoElement, 'play'>): Promise<'playing' | 'refused' | 'interrupted'> {
  try {
    await video.play();
    return 'playing';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'interrupted';
  }
}
