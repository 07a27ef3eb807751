import { expect, test } from 'vitest';
import { engineHeaders, isSignalUpgrade, readSignalRequest } from './engine-request.ts';

test.each([
  ['/livekit/rtc', 'connect', '/rtc?'],
  ['/livekit/rtc/v1', 'connect', '/rtc/v1?'],
  ['/livekit/rtc/validate', 'validate', '/rtc/validate?'],
  ['/livekit/rtc/v1/validate', 'validate', '/rtc/v1/validate?'],
])('%s asks the engine to %s', (path, purpose, target) =>
  expect(readSignalRequest(`${path}?access_token=t`, {})).toEqual({ purpose, token: 't', target }),
);

test.each([
  '/rtc',
  '/livekit',
  '/livekit/',
  '/livekit//rtc',
  '//livekit/rtc',
  '/livekit/RTC',
  '/livekit/rtc/',
  '/livekit/rtc/v1/',
  '/livekit/rtc/v2',
  '/livekit/%72tc',
  '/livekit/rtc#x',
  '/livekit/rtc/../twirp/livekit.RoomService/ListRooms',
  '/livekit/rtc/validate/../../agent',
  'http://127.0.0.1/livekit/rtc',
  '*',
  '',
])('%s is none of the four paths', (path) => {
  expect(readSignalRequest(`${path}?access_token=t`, {})).toBeUndefined();
  expect(isSignalUpgrade(path)).toBe(false);
});

test('what a client of LiveKit sends is passed on, and nothing else; of a name given twice the first', () => {
  const sent = 'access_token=t&reconnect=1&sid=PA_1&sid=PA_2&sdk=js&publish=x&attributes=e30%3D&made_up=1';
  expect(readSignalRequest(`/livekit/rtc?${sent}`, {})?.target).toBe('/rtc?reconnect=1&sid=PA_1&sdk=js');
});

test('a value cannot add a parameter, and the token of the header comes before the one of the address', () => {
  const asked = readSignalRequest('/livekit/rtc?access_token=a&sid=PA_1%26publish%3Dx', { authorization: 'Bearer b' });
  expect(asked).toMatchObject({ token: 'b', target: '/rtc?sid=PA_1%26publish%3Dx' });
  expect(engineHeaders('b', { 'user-agent': 'x', cookie: 'c', 'x-forwarded-for': '1.2.3.4' }, '5.6.7.8')).toEqual({
    authorization: 'Bearer b',
    'x-forwarded-for': '5.6.7.8',
    'user-agent': 'x',
  });
});
