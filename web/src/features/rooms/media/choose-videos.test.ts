import { describe, expect, it } from 'vitest';
import { chooseVideos, type VideoCandidate } from './choose-videos.ts';

const video = (username: string, source: 'camera' | 'screen' = 'camera', muted = false): VideoCandidate => ({
  username,
  source,
  muted,
});
const names = (list: readonly VideoCandidate[]) => list.map((one) => `${one.username}:${one.source}`);
const priority = { owner: 'nora', speaker: 'theo' };

describe('the videos that are received', () => {
  it('the owner’s video comes first, then the speaker’s, then one more', () =>
    expect(names(chooseVideos([video('zed'), video('theo'), video('nora')], priority))).toEqual([
      'nora:camera',
      'theo:camera',
      'zed:camera',
    ]));
  it('a shared screen comes first, then the speaker’s video, then the owner’s camera', () =>
    expect(names(chooseVideos([video('nora'), video('theo'), video('nora', 'screen')], priority))).toEqual([
      'nora:screen',
      'theo:camera',
      'nora:camera',
    ]));
  it('the screen, the speaker and the guest come before the owner’s camera', () =>
    expect(
      names(
        chooseVideos([video('zed'), video('nora'), video('gus'), video('theo'), video('nora', 'screen')], {
          ...priority,
          guest: 'gus',
        }),
      ),
    ).toEqual(['nora:screen', 'theo:camera', 'gus:camera']));
  it('at most three videos are received', () =>
    expect(chooseVideos([video('a'), video('b'), video('c'), video('theo'), video('nora')], priority)).toHaveLength(3));
  it('a camera that is off is not received', () =>
    expect(names(chooseVideos([video('nora', 'camera', true), video('theo')], priority))).toEqual(['theo:camera']));
  it('a viewer’s track that is named "screen" is not received', () =>
    expect(chooseVideos([video('theo', 'screen')], priority)).toEqual([]));
  it('only the feed of a broadcast is received, from the encoder or the owner', () => {
    const offered = [video('nora'), video('the encoder'), video('theo')];
    const only = (owner: string) => names(chooseVideos(offered, { owner, speaker: null, only: true }));
    expect(only('the encoder')).toEqual(['the encoder:camera']);
    expect(only('nora')).toEqual(['nora:camera']);
  });
});
