import { describe, expect, it } from 'vitest';
import { chooseVideos, type VideoCandidate } from './choose-videos.ts';

const video = (username: string, source: 'camera' | 'screen' = 'camera', muted = false): VideoCandidate => ({
  username,
  source,
  muted,
});
const names = (list: readonly VideoCandidate[]) => list.map((one) => `${one.username}:${one.source}`);
const cast = { owner: 'nora', speaker: 'theo' };

describe('pictures that are received', () => {
  it('owner first, then the speaker, then one more', () =>
    expect(names(chooseVideos([video('zed'), video('theo'), video('nora')], cast))).toEqual([
      'nora:camera',
      'theo:camera',
      'zed:camera',
    ]));
  it('a shared screen comes first and the owner’s camera gives way to the speaker', () =>
    expect(names(chooseVideos([video('nora'), video('theo'), video('nora', 'screen')], cast))).toEqual([
      'nora:screen',
      'theo:camera',
      'nora:camera',
    ]));
  it('never more than three', () =>
    expect(chooseVideos([video('a'), video('b'), video('c'), video('theo'), video('nora')], cast)).toHaveLength(3));
  it('a camera that is off takes no place', () =>
    expect(names(chooseVideos([video('nora', 'camera', true), video('theo')], cast))).toEqual(['theo:camera']));
  it('a viewer who names a track "screen" is not shown as one', () =>
    expect(chooseVideos([video('theo', 'screen')], cast)).toEqual([]));
});
