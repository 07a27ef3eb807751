import { type RefObject, useEffect, useRef } from 'react';

/** For a `video` or `audio` element: plays the track, and nothing while there is none. */
export function usePlayedTrack<E extends HTMLMediaElement>(track: MediaStreamTrack | null): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (element.current) element.current.srcObject = track ? new MediaStream([track]) : null;
  }, [track]);
  return element;
}
