import { describe, expect, it } from 'vitest';
import { bothInside, type World } from './test/room-world.ts';
import { floatMs, floatsMax, joinedMs } from './reactions.ts';

const path = 'POST /events/streaming/react';
const inside = async () => (await bothInside()).theo;
const floats = (one: World) =>
  one.model.reactions.store.getState().floats.map(({ emoji, count }) => `${emoji}${count}`);

describe('reactions over the picture', () => {
  it('each emoji is shown once with its count, until its time is over', async () => {
    const theo = await inside();
    theo.push('reactions', { counts: { '👏': 12, '🔥': 1 } });
    expect(floats(theo)).toEqual(['👏12', '🔥1']);
    await theo.pass(floatMs);
    expect(floats(theo)).toEqual([]);
  });

  it('a reaction soon after an equal one is added to its count', async () => {
    const theo = await inside();
    theo.push('reactions', { counts: { '👏': 2 } });
    theo.advance(joinedMs - 1);
    theo.push('reactions', { counts: { '👏': 3 } });
    expect(floats(theo)).toEqual(['👏5']);
    theo.advance(1);
    theo.push('reactions', { counts: { '👏': 1 } });
    expect(floats(theo)).toEqual(['👏5', '👏1']);
  });

  it('the oldest reactions go when there are more than can be seen', async () => {
    const theo = await inside();
    for (let nth = 0; nth < 2 * floatsMax; nth++) {
      theo.push('reactions', { counts: { '🎉': nth + 1 } });
      theo.advance(joinedMs);
    }
    expect(floats(theo)).toHaveLength(floatsMax);
    expect(floats(theo).at(-1)).toBe(`🎉${2 * floatsMax}`);
  });

  it('reactions of another event, or invalid ones, are not shown, and take no number of the log', async () => {
    const theo = await inside();
    theo.push('reactions', { event_uuid: 'another', counts: { '👏': 1 } });
    theo.push('reactions', { counts: { '👏': -1, '🔥': 0.5, x: 3 } });
    expect(floats(theo)).toEqual([]);
    expect(theo.link()!.handshake().last_seq).toBe(10);
  });
});

describe('sending a reaction', () => {
  it('each press asks the server once', async () => {
    const theo = await inside();
    await theo.model.reactions.send('🔥');
    expect(theo.calls.filter(({ name }) => name === path).map(({ body }) => body['emoji'])).toEqual(['🔥']);
  });

  it('reactions pause silently as long as the server asks, and any other refusal is shown', async () => {
    const theo = await inside();
    theo.refuse(path, 429, 'too_many_requests', 5_000);
    await theo.model.reactions.send('🔥');
    await theo.model.reactions.send('🔥');
    expect([theo.calls.filter(({ name }) => name === path).length, theo.notices]).toEqual([1, []]);
    theo.advance(5_000);
    theo.refuse(path, 403, 'banned');
    await theo.model.reactions.send('🔥');
    expect(theo.notices).toEqual([{ kind: 'refused', message: 'banned' }]);
  });
});
