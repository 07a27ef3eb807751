import { describe, expect, it } from 'vitest';
import { startPlaying } from './start-playing.ts';

const refusal = (name: string) => new DOMException('play() failed', name);

/** A player whose browser plays what `allows` says, and remembers how it was asked. */
function player(allows: 'sound' | 'picture' | 'nothing', fault = 'NotAllowedError') {
  const asked: string[] = [];
  const video = {
    muted: false,
    async play() {
      asked.push(video.muted ? 'muted' : 'with sound');
      if (allows === 'nothing' || (allows === 'picture' && !video.muted)) throw refusal(fault);
    },
  };
  return { video, asked };
}

describe('a player that starts', () => {
  it('a player starts with sound where the browser allows sound', async () => {
    const { video, asked } = player('sound');
    expect([await startPlaying(video), video.muted, asked]).toEqual(['playing', false, ['with sound']]);
  });

  it('a player starts muted where the browser plays no sound before a tap', async () => {
    const { video, asked } = player('picture');
    expect([await startPlaying(video), video.muted, asked]).toEqual(['muted', true, ['with sound', 'muted']]);
  });

  it('a player waits for a press, and keeps its sound, where the browser plays nothing before a tap', async () => {
    const { video, asked } = player('nothing');
    expect([await startPlaying(video), video.muted, asked]).toEqual(['refused', false, ['with sound', 'muted']]);
  });

  it('a player that an earlier refusal muted stays muted', async () => {
    const { video, asked } = player('picture');
    video.muted = true;
    expect([await startPlaying(video), video.muted, asked]).toEqual(['muted', true, ['muted']]);
  });

  it('an interrupted start is no refusal, so the player is not muted', async () => {
    const { video, asked } = player('nothing', 'AbortError');
    expect([await startPlaying(video), video.muted, asked]).toEqual(['interrupted', false, ['with sound']]);
  });

  it('an interrupted second try leaves the sound on', async () => {
    const video = {
      muted: false,
      async play() {
        throw refusal(video.muted ? 'AbortError' : 'NotAllowedError');
      },
    };
    expect([await startPlaying(video), video.muted]).toEqual(['interrupted', false]);
  });
});
