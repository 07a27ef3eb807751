import { useEffect, useRef, useState } from 'react';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { createPlayback } from './playback.ts';
import { type Jump, recordedOf } from './recorded.ts';
import type { PlayedSink } from './use-played.ts';

const tickMs = 100;

export interface Played {
  replay: WireRecordedEvent;
  jump: Jump | undefined;
  /** The moment of the event that is shown. */
  onMoment: (moment: number) => void;
  played: PlayedSink;
}

/** What is played, and from where; new addresses of the tracks go on at the same place. */
export function usePlayer({ replay, jump, onMoment, played }: Played) {
  const [recorded, setRecorded] = useState(() => recordedOf(replay));
  const [playback, setPlayback] = useState(() => createPlayback(recorded));
  const [known, setKnown] = useState(replay);
  const [at, setAt] = useState(playback.at);
  const [playing, setPlaying] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [rate, setShownRate] = useState(1);
  if (known !== replay) {
    // New addresses of the same tracks.
    const renewed = recordedOf(replay);
    const next = createPlayback(renewed);
    next.seek(playback.at);
    next.setRate(rate);
    next.setPlaying(playback.playing);
    setKnown(replay);
    setRecorded(renewed);
    setPlayback(next);
  }

  useEffect(() => {
    const timer = setInterval(() => {
      const wasPlaying = playback.playing;
      playback.tick(performance.now());
      if (playback.playing && !playback.waiting) played.note(playback.at);
      if (wasPlaying && !playback.playing) played.pause();
      setAt(playback.at);
      setPlaying(playback.playing);
      setWaiting(playback.waiting);
    }, tickMs);
    return () => clearInterval(timer);
  }, [playback, played]);
  const jumped = useRef(jump);
  useEffect(() => {
    if (!jump || jumped.current === jump) return;
    jumped.current = jump;
    played.rest();
    playback.seek(jump.at);
  }, [jump, playback, played]);
  const second = Math.floor(at / 1000);
  useEffect(() => onMoment(second * 1000), [second, onMoment]);

  const seek = (moment: number): void => {
    played.rest();
    playback.seek(moment);
    setAt(playback.at);
  };
  const play = (wanted: boolean): void => {
    playback.setPlaying(wanted);
    if (!wanted) played.pause();
    setPlaying(wanted);
    setAt(playback.at);
  };
  const setRate = (wanted: number): void => {
    playback.setRate(wanted);
    setShownRate(wanted);
  };
  return { recorded, playback, at, playing, waiting, rate, seek, play, setRate };
}

export type Player = ReturnType<typeof usePlayer>;
