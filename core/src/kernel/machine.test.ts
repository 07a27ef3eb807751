import { liveEventMachine } from '../events/live-event-machine.ts';
import { describe, expect, test } from 'vitest';
import { orderMachine, paymentMachine, refundMachine } from '../ticketing/machines.ts';
import { type Machine, machine } from './machine.ts';

test('a state that nothing reaches does not load', () => {
  expect(() => machine('lamp', 'off', { off: { press: 'on' }, on: { press: 'off' }, broken: {} })).toThrow(
    'nothing reaches broken',
  );
});

test('a trigger without an edge leads nowhere', () => {
  const lamp = machine('lamp', 'off', { off: { press: 'on' }, on: {} });
  expect(lamp.next('off', 'press')).toBe('on');
  expect(lamp.next('on', 'press')).toBeUndefined();
  expect(lamp.from('press')).toEqual(['off']);
});

const machines = [liveEventMachine, orderMachine, paymentMachine, refundMachine] as unknown as Machine<
  string,
  string
>[];

/** Ends that the outside may open again: a bank returns a refund, a provider reopens a dispute. */
const reopened: Readonly<Record<string, readonly string[]>> = {
  refund: ['succeeded', 'failed'],
  dispute: ['won', 'lost'],
};

describe.each(machines)('$name', ({ name, states, table }) => {
  const edges = states.flatMap((state) => Object.values(table[state] ?? {}).map((to) => [state, String(to)] as const));

  const finals = states.filter(
    (state) => !edges.some(([source]) => source === state) || reopened[name]?.includes(state),
  );

  test('every state can still end, also one that may be tried again', () => {
    const endable = new Set<string>(finals);
    for (const _round of states) for (const [source, to] of edges) if (endable.has(to)) endable.add(source);
    expect([...states].filter((state) => !endable.has(state))).toEqual([]);
  });
});
