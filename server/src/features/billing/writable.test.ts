import { expect, test } from 'vitest';
import { writable } from './writable.ts';

test('western letters and money stay, other marks go, other scripts become question marks', () => {
  expect(writable('Zoë Müller – €12.30')).toBe('Zoë Müller – €12.30');
  expect(writable('Łódź, Škoda\nđuro')).toBe('Lódz, Škoda\nduro');
  expect(writable('Привет 李')).toBe('?????? ?');
});
