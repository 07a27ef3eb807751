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
  it('is the owner’s, with or without a picture, while nobody has the turn', () => {
    expect(stage(null, feed('nora'))).toEqual({ main: 'nora: camera', tiles: [] });
    expect(stage(null, feed('zed'))).toEqual({ main: 'nora: no picture', tiles: [] });
  });
  it('keeps the owner’s camera while a viewer has the turn, who is the tile', () =>
    expect(stage('theo', feed('theo'), feed('nora'))).toEqual({ main: 'nora: camera', tiles: ['theo: camera'] }));
  it('shows the owner’s screen; the camera becomes a tile after the viewer’s', () =>
    expect(stage('theo', feed('nora'), feed('nora', 'screen'), feed('theo'))).toEqual({
      main: 'nora: screen',
      tiles: ['theo: camera', 'nora: camera'],
    }));
  it('goes to the viewer with the turn while the owner publishes no video; the owner becomes the tile', () =>
    expect(stage('theo', feed('theo'))).toEqual({ main: 'theo: camera', tiles: ['nora: no picture'] }));
  it('stays the owner’s while the viewer with the turn has no picture either', () =>
    expect(stage('theo')).toEqual({ main: 'nora: no picture', tiles: ['theo: no picture'] }));
  it('shows the guest next to the turn, and lets the guest stand in for an owner without video', () => {
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
  it('is the encoder’s in a broadcast that comes from one, whatever the owner publishes, and else the owner’s', () => {
    const feeds = [feed('nora'), feed('the encoder')];
    const main = (source: 'encoder' | 'camera') =>
      arrangeStage(liveStateOf(state(1, { source, ingest_state: 'live' })), feeds).main;
    expect(main('encoder')).toMatchObject({ person: { username: 'nora' }, feed: { username: 'the encoder' } });
    expect(main('camera')).toMatchObject({ feed: { username: 'nora' } });
  });
});
