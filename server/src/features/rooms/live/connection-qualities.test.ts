import { qualityPeopleMax } from '@frontrow/core/rooms/connection-quality.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin } from '../../../../test/actors.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { connectSocket, listening, type LiveSocket } from '../../../../test/live-socket.ts';
import { liveRoom } from '../../../../test/rooms.ts';
import { ConnectionQualities } from './connection-qualities.ts';

let app: TestApp;
let url: string;
const open: LiveSocket[] = [];
const connect = async (who: Parameters<typeof connectSocket>[1], eventUuid: string): Promise<LiveSocket> => {
  const socket = await connectSocket(url, who, eventUuid);
  open.push(socket);
  return socket;
};
beforeAll(async () => {
  app = await testApp();
  url = await listening(app);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(() => app.close());

const told = ({ heard }: LiveSocket) =>
  heard.filter(({ name }) => name === 'connectionQualities').map(({ update }) => update['people']);

test('the host gets what viewers’ browsers report of their connections; viewers get nothing, and unseen app admins stay unnamed', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [typeof room.host, typeof room.host];
  for (const viewer of [ann, ben]) await room.join(viewer);
  const admin = await newAdmin(app);
  await room.join(admin);
  const [host, anns, bens, admins] = [
    await connect(room.host, room.event.id),
    await connect(ann, room.event.id),
    await connect(ben, room.event.id),
    await connect(admin, room.event.id),
  ];
  admins.socket.emit('connectionQuality', 'good');
  for (const nonsense of [null, 'Good', 7, { step: 'good' }, ['weak']]) bens.socket.emit('connectionQuality', nonsense);
  anns.socket.emit('connectionQuality', 'weak');
  // Too soon after the last one.
  anns.socket.emit('connectionQuality', 'good');
  await until('the host gets them', () => told(host).length > 0);
  expect(told(host).at(-1)).toEqual({ [ann.username]: 'weak' });
  bens.socket.emit('connectionQuality', 'lost');
  await until('of both', () => Object.keys(told(host).at(-1) ?? {}).length === 2);
  expect(told(host).at(-1)).toEqual({ [ann.username]: 'weak', [ben.username]: 'lost' });
  anns.close();
  await until('of who is left', () => Object.keys(told(host).at(-1) ?? {}).length === 1);
  expect([...told(anns), ...told(bens), ...told(admins)]).toEqual([]);
});

test('a room keeps the quality of at most so many people, and of the newest device of each', () => {
  const qualities = new ConnectionQualities({ push: async () => undefined, tell: () => undefined });
  const put = (userId: number, socketId: string, step: 'good' | null) =>
    qualities.heard('e1', { userId, socketId, step });
  for (let id = 0; id < qualityPeopleMax; id++) expect(put(id, `s${id}`, 'good')).toBe(true);
  expect(put(qualityPeopleMax, 'late', 'good')).toBe(false);
  expect(put(1, 'second device', 'good')).toBe(true);
  expect(put(1, 's1', null)).toBe(false);
  expect(put(1, 'second device', null)).toBe(true);
  expect(put(qualityPeopleMax, 'late', 'good')).toBe(true);
  qualities.stop();
});

test('a full room forgets somebody whose connection is good for somebody whose connection is not', async () => {
  const pushed: ReadonlyMap<number, string>[] = [];
  const qualities = new ConnectionQualities({
    push: async (_event, known) => void pushed.push(known),
    tell: () => undefined,
  });
  const put = (userId: number, step: 'good' | 'weak') =>
    qualities.heard('e1', { userId, socketId: `s${userId}`, step });
  put(0, 'weak');
  for (let id = 1; id < qualityPeopleMax; id++) put(id, 'good');
  expect(put(1_000, 'good')).toBe(false);
  for (let id = 1_001; id < 1_000 + qualityPeopleMax; id++) expect(put(id, 'weak')).toBe(true);
  expect(put(2_000, 'weak'), 'nobody is left who is good').toBe(false);
  await until('they are pushed', () => pushed.length > 0);
  qualities.stop();
  expect(pushed.at(-1)!.size).toBe(qualityPeopleMax);
  expect([...pushed.at(-1)!.values()]).not.toContain('good');
});
