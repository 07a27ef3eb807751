import { randomUUID } from 'node:crypto';
import type { Grants } from '@frontrow/core/rooms/grants.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import type { Video } from '../../ports/video.ts';

/** An adapter under test, and a browser that connects to it with a token. */
export interface VideoUnderTest {
  readonly video: Video;
  /** Connects; false when the engine would not let it in. */
  connect(token: string): Promise<boolean>;
  /** An encoder's WHIP offer. */
  offer(): Promise<string>;
  stop(): Promise<void>;
}

const allGrants: readonly Grants[] = ['none', 'sub', 'sub,mic', 'sub,mic,cam', 'sub,mic,cam,screen', 'mic,cam'];

/** What every video engine must do for us, however it is made. */
export function videoSuite(name: string, start: () => Promise<VideoUnderTest>): void {
  describe(`the video port of ${name}`, () => {
    let tested: VideoUnderTest;
    beforeAll(async () => {
      tested = await start();
    }, 120_000);
    afterAll(() => tested?.stop());

    const openRoom = async (placesMax = 10): Promise<string> => {
      const room = randomUUID();
      await tested.video.openRoom(room, placesMax);
      return room;
    };
    const tokenFor = (room: string, identity: string, grants: Grants = 'sub', hidden = false): Promise<string> =>
      tested.video.mintToken({ room, identity, displayName: identity, grants, hidden });
    const enter = async (room: string, identity: string, grants: Grants = 'sub'): Promise<void> => {
      expect(await tested.connect(await tokenFor(room, identity, grants))).toBe(true);
      await until(`${identity} is listed`, async () =>
        (await tested.video.participants(room)).some((one) => one.identity === identity),
      );
    };
    const grantsAt = async (room: string, identity: string): Promise<Grants | undefined> =>
      (await tested.video.participants(room)).find((one) => one.identity === identity)?.grants;

    test('an engine is ready and says where browsers connect', () => {
      expect(tested.video.state()).toBe('ready');
      expect(tested.video.clientUrl()).toMatch(/^wss?:\/\//);
    });

    test('a room is made once and deleted once, however often it is asked', async () => {
      const room = await openRoom();
      await tested.video.openRoom(room, 10);
      expect((await tested.video.rooms()).filter((one) => one === room)).toHaveLength(1);
      await tested.video.closeRoom(room);
      await tested.video.closeRoom(room);
      expect(await tested.video.rooms()).not.toContain(room);
      expect(await tested.video.participants(room)).toEqual([]);
    });

    test('a token lives at most 60 seconds and names one room and one person', async () => {
      const claims = decodeJwt<{ video: { room: string; roomJoin: boolean } }>(await tokenFor('some-room', 'u:7'));
      expect(claims.sub).toBe('u:7');
      expect(claims.video).toMatchObject({ room: 'some-room', roomJoin: true });
      expect((claims.exp ?? 0) - (claims.nbf ?? claims.iat ?? 0)).toBeLessThanOrEqual(60);
    });

    test('a room that was not made lets nobody in', async () => {
      expect(await tested.connect(await tokenFor(randomUUID(), 'u:1'))).toBe(false);
    });

    test('a deleted room lets nobody in, with whatever token', async () => {
      const room = await openRoom();
      const token = await tokenFor(room, 'u:1');
      await tested.video.closeRoom(room);
      expect(await tested.connect(token)).toBe(false);
    });

    test.each(allGrants.slice(1))('who comes with %s has exactly that', async (grants) => {
      const room = await openRoom();
      await enter(room, 'u:1', grants);
      expect(await grantsAt(room, 'u:1')).toBe(grants);
    });

    test.each(allGrants)('rights change to %s and back while somebody is there', async (grants) => {
      const room = await openRoom();
      await enter(room, 'u:1');
      expect(await tested.video.applyGrants(room, 'u:1', grants)).toBe(true);
      expect(await grantsAt(room, 'u:1')).toBe(grants);
      expect(await tested.video.applyGrants(room, 'u:1', 'sub')).toBe(true);
      expect(await grantsAt(room, 'u:1')).toBe('sub');
    });

    test('rights of somebody who is not there are no fault', async () => {
      const room = await openRoom();
      expect(await tested.video.applyGrants(room, 'u:404', 'sub,mic')).toBe(false);
      expect(await tested.video.applyGrants(randomUUID(), 'u:404', 'sub,mic')).toBe(false);
    });

    test('somebody who is removed is gone; removing again is harmless', async () => {
      const room = await openRoom();
      await enter(room, 'u:1');
      await tested.video.removeParticipant(room, 'u:1');
      await until('gone', async () => (await tested.video.participants(room)).length === 0);
      await expect(tested.video.removeParticipant(room, 'u:1')).resolves.toBeUndefined();
    });

    describe('an encoder', () => {
      const token = (room: string) => ({ room, identity: 'ingest', displayName: '', grants: 'mic,cam' as const });
      const listed = async (room: string) =>
        (await tested.video.participants(room)).find((one) => one.identity === 'ingest');

      test('an encoder without a usable offer is refused and not in the room', async () => {
        const room = await openRoom();
        await expect(tested.video.takeEncoder(token(room), 'hello')).rejects.toMatchObject({
          code: 'ingest_offer_bad',
        });
        expect(await listed(room)).toBeUndefined();
        expect(tested.video.state()).toBe('ready');
      });

      test('an encoder makes a room that is missing: rooms of finished events are deleted again by the reconciler', async () => {
        const room = randomUUID();
        await tested.video.takeEncoder(token(room), await tested.offer());
        expect(await tested.video.rooms()).toContain(room);
      });

      test('an encoder is answered, listed with exactly its rights, and dropped by its own connection alone', async () => {
        const room = await openRoom();
        const taken = await tested.video.takeEncoder(token(room), await tested.offer());
        expect(taken.answer).toMatch(/^v=0[\s\S]*a=recvonly/);
        expect(taken.iceTag).toBeTruthy();
        expect(taken.links.join()).not.toContain('127.0.0.1:9');
        expect(await listed(room)).toMatchObject({ connection: taken.connection, grants: 'mic,cam' });
        await tested.video.dropEncoder(token(room), 'PA_another');
        expect(await listed(room)).toBeDefined();
        await tested.video.dropEncoder(token(room), taken.connection);
        await until('gone', async () => (await listed(room)) === undefined);
      });

      test('an encoder that connects again replaces the one before', async () => {
        const room = await openRoom();
        const first = await tested.video.takeEncoder(token(room), await tested.offer());
        const second = await tested.video.takeEncoder(token(room), await tested.offer());
        expect(second.connection).not.toBe(first.connection);
        await tested.video.dropEncoder(token(room), first.connection);
        expect(await listed(room)).toMatchObject({ connection: second.connection });
        const late = { fragment: 'a=end-of-candidates', iceTag: 'x' };
        expect(await tested.video.addCandidates(token(room), 'PA_another', late)).toBe('gone');
      });

      test('an encoder may find more candidates after its offer', async () => {
        const room = await openRoom();
        const offer = await tested.offer();
        const taken = await tested.video.takeEncoder(token(room), offer);
        const of = (attribute: string) => new RegExp(`^a=${attribute}:.*$`, 'm').exec(offer)![0].trim();
        const fragment = [
          'm=audio 9 UDP/TLS/RTP/SAVPF 0',
          of('mid'),
          of('ice-ufrag'),
          of('ice-pwd'),
          ...['127.0.0.1', '2001:db8::1'].map((ip, n) => `a=candidate:${n} 1 udp 2113937151 ${ip} 50000 typ host`),
          '',
        ].join('\r\n');
        const add = (iceTag = taken.iceTag!) =>
          tested.video.addCandidates(token(room), taken.connection, { fragment, iceTag });
        expect(await add()).toBe('added');
        expect(await add('another')).toBe('discarded');
        expect(tested.video.state()).toBe('ready');
      });
    });

    test('a forged webhook is not read', async () => {
      expect(await tested.video.readWebhook('{"event":"participant_joined"}', 'forged')).toBeUndefined();
    });
  });
}
