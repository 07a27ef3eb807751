import { expect, it } from 'vitest';
import { world } from './test/room-world.ts';
import { onUnblocked } from './people.ts';

it('a person who is unblocked is known to be, once each time', async () => {
  const theo = world('theo', undefined, 'broadcast');
  await theo.model.enter();
  let times = 0;
  const stop = onUnblocked(theo.model, () => void (times += 1));
  theo.push('userBanned', { seq: 11, usernameBanned: 'theo', blocked: true });
  theo.push('userBanned', { seq: 12, usernameBanned: 'pia', blocked: true });
  theo.push('userBanned', { seq: 13, usernameBanned: 'pia', blocked: false });
  expect(times).toBe(0);
  theo.push('userBanned', { seq: 14, usernameBanned: 'theo', blocked: false });
  theo.push('updateEvent', { seq: 15, current_state: theo.stateAt(15) });
  expect(times).toBe(1);
  stop();
});
