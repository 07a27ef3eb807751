import { describe, expect, it } from 'vitest';
import { chooseVideos, type VideoCandidate } from './choose-videos.ts';

const video = (username: string, source: 'camera' | 'screen' = 'camera', muted = false): VideoCandidate => ({
  username,
  source,
  muted,
});
const names = (list: readonly VideoCandidate[]) => list.map((one) => `${one.username}:${one.source}`);
const priority = { owner: 'nora', speaker: 'theo' };

describe('the pictures that are received', () => {
  it('are the owner’s first, then the speaker’s, then one more', () =>
    expect(names(chooseVideos([video('zed'), video('theo'), video('nora')], priority))).toEqual([
      'nora:camera',
      'theo:camera',
      'zed:camera',
    ]));
  it('are the shared screen first, then the speaker’s, then the owner’s camera', () =>
    expect(names(chooseVideos([video('nora'), video('theo'), video('nora', 'screen')], priority))).toEqual([
      'nora:screen',
      'theo:camera',
      'nora:camera',
    ]));
  it('are the screen, the turn and the guest before the owner’s camera', () =>
    expect(
      names(
        chooseVideos([video('zed'), video('nora'), video('gus'), video('theo'), video('nora', 'screen')], {
          ...priority,
          guest: 'gus',
        }),
      ),
    ).toEqual(['nora:screen', 'theo:camera', 'gus:camera']));
  it('are three at most', () =>
    expect(chooseVideos([video('a'), video('b'), video('c'), video('theo'), video('nora')], priority)).toHaveLength(3));
  it('do not include a camera that is off', () =>
    expect(names(chooseVideos([video('nora', 'camera', true), video('theo')], priority))).toEqual(['theo:camera']));
  it('do not include a viewer’s track that is named "screen"', () =>
    expect(chooseVideos([video('theo', 'screen')], priority)).toEqual([]));
  it('are the feed alone in a broadcast, the encoder’s or the owner’s', () => {
    const offered = [video('nora'), video('the encoder'), video('theo')];
    const only = (owner: string) => names(chooseVideos(offered, { owner, speaker: null, only: true }));
    expect(only('the encoder')).toEqual(['the encoder:camera']);
    expect(only('nora')).toEqual(['nora:camera']);
  });
});
