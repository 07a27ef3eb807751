import { describe, expect, it } from 'vitest';
import type { Feed } from '../media/media-model.ts';
import { liveStateOf } from '../model/room-state.ts';
import { person, state } from '../model/test/room-world.ts';
import { arrangeStage } from './arrange-stage.ts';

const feed = (username: string, source: Feed['source'] = 'camera'): Feed => ({
  key: `${username} ${source}`,
  username,
  source,
  local: false,
  attach: () => () => undefined,
});
/** Who is shown where, as `username: picture`. */
function stage(speaker: string | null, ...feeds: Feed[]): { main: string; tiles: string[] } {
  const speaking = speaker === null ? null : { ...person(speaker), since: 1 };
  const { main, tiles } = arrangeStage(liveStateOf(state(1, { speaking_viewer: speaking })), feeds);
  const shown = (one: typeof main): string => `${one.person.username}: ${one.feed?.source ?? 'no picture'}`;
  return { main: shown(main), tiles: tiles.map(shown) };
}

describe('the stage', () => {
  it('the stage shows the owner, with or without a picture, while no one has the turn', () => {
    expect(stage(null, feed('nora'))).toEqual({ main: 'nora: camera', tiles: [] });
    expect(stage(null, feed('zed'))).toEqual({ main: 'nora: no picture', tiles: [] });
  });
  it('the owner’s camera stays on the stage while a viewer has the turn, and the viewer is a tile', () =>
    expect(stage('theo', feed('theo'), feed('nora'))).toEqual({ main: 'nora: camera', tiles: ['theo: camera'] }));
  it('the owner’s screen takes the stage, and the owner’s camera becomes a tile after the viewer’s', () =>
    expect(stage('theo', feed('nora'), feed('nora', 'screen'), feed('theo'))).toEqual({
      main: 'nora: screen',
      tiles: ['theo: camera', 'nora: camera'],
    }));
  it('the viewer with the turn takes the stage while the owner has no video, and the owner becomes the tile', () =>
    expect(stage('theo', feed('theo'))).toEqual({ main: 'theo: camera', tiles: ['nora: no picture'] }));
  it('the owner keeps the stage while the viewer with the turn has no picture either', () =>
    expect(stage('theo')).toEqual({ main: 'nora: no picture', tiles: ['theo: no picture'] }));
  it('the guest is shown next to the turn, and stands in for an owner without video', () => {
    const withGuest = (speaker: string | null, ...feeds: Feed[]) => {
      const speaking_viewer = speaker === null ? null : { ...person(speaker), since: 1 };
      const { main, tiles } = arrangeStage(
        liveStateOf(state(1, { speaking_viewer, stage_guest: person('gus') })),
        feeds,
      );
      return [main, ...tiles].map((one) => one.person.username);
    };
    expect(withGuest('theo', feed('nora'), feed('theo'), feed('gus'))).toEqual(['nora', 'theo', 'gus']);
    expect(withGuest(null, feed('gus'))).toEqual(['gus', 'nora']);
    expect(withGuest('theo', feed('gus'))).toEqual(['gus', 'theo', 'nora']);
  });
  it('a broadcast from an encoder shows the encoder, whatever the owner publishes, and any other shows the owner', () => {
    const feeds = [feed('nora'), feed('the encoder')];
    const main = (source: 'encoder' | 'camera') =>
      arrangeStage(liveStateOf(state(1, { source, ingest_state: 'live' })), feeds).main;
    expect(main('encoder')).toMatchObject({ person: { username: 'nora' }, feed: { username: 'the encoder' } });
    expect(main('camera')).toMatchObject({ feed: { username: 'nora' } });
  });
});
