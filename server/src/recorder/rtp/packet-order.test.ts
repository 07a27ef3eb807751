import { expect, test } from 'vitest';
import { PacketOrder } from './packet-order.ts';

/** An order that keeps what it delivered: sequence numbers, those after a loss with a `!`. */
function ordered() {
  const delivered: string[] = [];
  const order = new PacketOrder(({ sequence }, afterLoss) => delivered.push(`${sequence}${afterLoss ? '!' : ''}`));
  const add = (now: number, ...sequences: number[]): void => {
    for (const sequence of sequences)
      order.add(
        {
          ssrc: 1,
          payloadType: 96,
          sequence: sequence & 0xffff,
          timestamp: 0,
          marker: false,
          payload: Buffer.alloc(1),
        },
        now,
      );
  };
  return { order, add, delivered };
}

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);
const texts = (sequences: readonly number[]): string[] => sequences.map((sequence) => `${sequence & 0xffff}`);

test('packets are delivered in order, each of them once', () => {
  const { order, add, delivered } = ordered();
  add(0, 10, 12, 12, 11, 11, 10, 13, 9);
  expect(delivered).toEqual(['10', '11', '12', '13']);
  expect([order.lost, order.highest & 0xffff]).toEqual([0, 13]);
});

test('a missing packet is asked for once it is late, again if the answer is lost, and not after it arrived', () => {
  const { order, add } = ordered();
  add(0, 10, 13);
  expect(order.ask(10)).toEqual([]);
  expect(order.ask(20)).toEqual([11, 12]);
  expect(order.ask(30)).toEqual([]);
  add(40, 11);
  expect(order.ask(90)).toEqual([12]);
});

test('at most 128 packets are asked for at once', () => {
  const { order, add } = ordered();
  add(0, 10, 511);
  expect([20, 30, 40, 50].map((now) => order.ask(now).length)).toEqual([128, 128, 128, 116]);
});

test('a packet that never arrives is skipped and counted as lost, and dropped if it arrives after all', () => {
  const { order, add, delivered } = ordered();
  add(0, 10, 13, 15);
  add(300, 17);
  order.ask(600);
  expect(delivered).toEqual(['10']);
  order.ask(601);
  expect(delivered).toEqual(['10', '13!', '15!']);
  expect(order.lost).toBe(3);
  add(602, 11, 14);
  expect(delivered).toHaveLength(3);
  order.ask(901);
  expect(delivered).toEqual(['10', '13!', '15!', '17!']);
  expect(order.lost).toBe(4);
});

test('the order continues across the wrap-around of sequence numbers', () => {
  const { order, add, delivered } = ordered();
  add(0, 65_534, 65_536, 65_537);
  expect(order.ask(20)).toEqual([65_535]);
  add(30, 65_535, 65_538);
  expect(delivered).toEqual(['65534', '65535', '0', '1', '2']);
  for (const number of from(3, 3 * 65_536)) add(40, number);
  expect(delivered).toHaveLength(5 + 3 * 65_536);
  expect(order.lost).toBe(0);
});

test('a packet older than the first one is accepted without being delivered', () => {
  const { add, delivered } = ordered();
  add(0, 2, -3, 3);
  expect(delivered).toEqual(['2', '3']);
});

test('a packet that arrives when 2,048 others already wait for it is delivered', () => {
  const { order, add, delivered } = ordered();
  add(0, 0, ...from(2, 2_048), 1, 2_050);
  expect(delivered).toEqual(texts(from(0, 2_051)));
  expect(order.lost).toBe(0);
});

test('a missing packet is waited for while at most 2,048 follow it', () => {
  const { order, add, delivered } = ordered();
  add(0, 0, ...from(2, 2_048));
  expect(delivered).toEqual(['0']);
  add(0, 2_050);
  expect(delivered).toEqual(['0', '2!', ...texts(from(3, 2_048))]);
  expect(order.lost).toBe(1);
});

test('the gaps of a sender that leaves out most numbers are bounded', () => {
  const { order, add, delivered } = ordered();
  for (let number = 0; number < 1_000_000; number += 999) add(0, number);
  expect(delivered.length).toBeGreaterThan(990);
  let asked = 0;
  for (let now = 20; now < 60; now += 1) asked += order.ask(now).length;
  expect(asked).toBeLessThanOrEqual(2_048);
});

test('the order restarts after two consecutive packets far away, and ignores a single one', () => {
  const { order, add, delivered } = ordered();
  add(0, 2_000, 2_001, 500, 2_002);
  expect(delivered).toEqual(['2000', '2001', '2002']);
  add(0, 2_004, 40_000, 40_001, 40_002);
  expect(delivered.slice(3)).toEqual(['40001!', '40002']);
  expect(order.ask(1_000)).toEqual([]);
});
