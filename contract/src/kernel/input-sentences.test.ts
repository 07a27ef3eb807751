import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventUuid } from './endpoint.ts';

const shape = z.object({
  title: z.string().min(2).max(5),
  seats: z.number().int().max(49),
  open: z.boolean(),
  tags: z.array(z.string()).max(1),
  where: z.object({}),
  slot: z.enum(['one', 'two']),
  id: eventUuid,
});
const good = { title: 'Song', seats: 3, open: true, tags: [], where: {}, slot: 'one', id: crypto.randomUUID() };

test.each([
  [{ title: undefined }, 'This is missing.'],
  [{ title: 7 }, 'This must be text.'],
  [{ title: 'Evening' }, 'At most 5 characters.'],
  [{ title: 'E' }, 'At least 2 characters.'],
  [{ seats: 50 }, 'At most 49.'],
  [{ seats: '3' }, 'This must be a number.'],
  [{ seats: 1.5 }, 'This must be a whole number.'],
  [{ open: 'yes' }, 'This must be true or false.'],
  [{ tags: ['a', 'b'] }, 'At most 1 entry.'],
  [{ tags: {} }, 'This must be a list.'],
  [{ where: null }, 'This must be an object.'],
  [{ slot: 'three' }, 'This must be one or two.'],
  [{ id: 'nonsense' }, 'This is not valid.'],
])('the wrong input %j is explained in a sentence', (wrong, sentence) => {
  expect(shape.parse(good)).toEqual(good);
  expect(shape.safeParse({ ...good, ...wrong }).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
