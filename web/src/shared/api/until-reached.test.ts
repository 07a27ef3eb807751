import { expect, it, vi } from 'vitest';
import { ApiRefusal } from './refusal.ts';
import { untilReached } from './until-reached.ts';

const no = (status: number) => new ApiRefusal(status, [{ message: 'no', code: 'no' }]);
const soon = async () => undefined;

it('a call is repeated while the server is not reached, and this is said once', async () => {
  const say = vi.fn();
  const ask = vi.fn().mockRejectedValueOnce(no(0)).mockRejectedValueOnce(no(503)).mockResolvedValue('paid');
  expect(await untilReached(ask, say, soon)).toBe('paid');
  expect(ask).toHaveBeenCalledTimes(3);
  expect(say).toHaveBeenCalledTimes(1);
});

it('a refusal is an answer, and a server that is never reached is not asked forever', async () => {
  const say = vi.fn();
  const refused = vi.fn().mockRejectedValue(no(409));
  await expect(untilReached(refused, say, soon)).rejects.toThrow('no');
  expect(refused).toHaveBeenCalledTimes(1);
  expect(say).not.toHaveBeenCalled();
  const gone = vi.fn().mockRejectedValue(no(0));
  await expect(untilReached(gone, say, soon)).rejects.toThrow('no');
  expect(gone).toHaveBeenCalledTimes(40);
});
