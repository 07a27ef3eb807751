import { captionEveryMs, captionShownMs } from '@frontrow/core/rooms/captions.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { bothInside, person, world, type World } from './test/room-world.ts';
import { browserSpeech, pcmOf, type SpeechEnd, speechTroubles, type SpeechWorld } from '../media/speech-sources.ts';

/** Speech recognition for tests, which decide what it understands. */
class RecognizerByHand extends EventTarget {
  static made: RecognizerByHand[] = [];
  static available = async (): Promise<string> => 'available';
  lang = '';
  continuous = false;
  interimResults = false;
  processLocally = false;
  started: unknown[] = [];
  constructor() {
    super();
    RecognizerByHand.made.push(this);
  }
  start(track: unknown): void {
    this.started.push(track);
  }
  abort(): void {
    this.happens('end');
  }
  hears(transcript: string, isFinal: boolean): void {
    this.happens('result', { resultIndex: 0, results: [{ isFinal, 0: { transcript } }] });
  }
  happens(name: string, more: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(name), more));
  }
}
const browser = { SpeechRecognition: RecognizerByHand } as unknown as SpeechWorld;
const track = { id: 'm1' } as unknown as MediaStreamTrack;

afterEach(() => {
  RecognizerByHand.made = [];
  vi.unstubAllGlobals();
});

const caption = (text: string, more: object = {}) => ({
  line_id: 'l1',
  username: 'nora',
  text,
  final: false,
  at: 0,
  ...more,
});
const shown = ({ model }: World) => model.captions.store.getState().lines.map(({ text }) => text);
const saidBy = ({ calls }: World) =>
  calls.filter(({ name }) => name.endsWith('/captions/say')).map(({ body }) => [body['text'], body['final']]);

test('an unfinished line is replaced by the next one with its id, and disappears after its time', async () => {
  const { theo } = await bothInside();
  theo.push('caption', caption('The'));
  theo.push('caption', caption('The clay'));
  theo.push('caption', caption('Hello', { line_id: 'l2', username: 'pia' }));
  expect(shown(theo)).toEqual(['The clay', 'Hello']);
  await theo.pass(captionShownMs);
  expect(shown(theo)).toEqual([]);
});

test('a speaker is captioned only after they agreed, only on stage, and only with the microphone on', async () => {
  vi.stubGlobal('window', browser);
  vi.stubGlobal('navigator', { language: 'en' });
  const theo = world('theo');
  theo.answer('GET /events/streaming/captions/:uuid', () => ({ lines: [], server: null }));
  await theo.model.enter();
  theo.microphone(track);
  theo.change({ captions_enabled: true, speaking_viewer: { ...person('theo'), since: 1 } });
  theo.put({ microphone: true });
  await eventually(() => expect(theo.model.captions.store.getState().troubles).not.toBeNull());
  expect(theo.model.captions.store.getState().troubles).toEqual({ device: null, cloud: null, server: 'noServer' });
  expect(RecognizerByHand.made).toEqual([]);
  theo.model.captions.agree('device');
  await eventually(() => expect(RecognizerByHand.made).toHaveLength(1));
  const [recognizer] = RecognizerByHand.made as [RecognizerByHand];
  expect(recognizer).toMatchObject({ processLocally: true, lang: 'en', started: [track] });
  expect(theo.memory().captions).toBe('device');
  recognizer.hears('The clay', false);
  recognizer.hears('The clay is', false);
  await theo.pass(captionEveryMs);
  recognizer.hears('The clay is soft.', true);
  expect(saidBy(theo)).toEqual([
    ['The clay is', false],
    ['The clay is soft.', true],
  ]);
  theo.change({ speaking_viewer: null });
  recognizer.hears('Nobody hears this', true);
  expect(saidBy(theo)).toHaveLength(2);
});

test('captions that cannot be started say so, and can be tried again', async () => {
  vi.stubGlobal('navigator', { language: 'en' });
  vi.stubGlobal('window', {
    SpeechRecognition: class extends RecognizerByHand {
      constructor() {
        super();
        throw new Error('not loaded');
      }
    },
  });
  const theo = world('theo');
  theo.answer('GET /events/streaming/captions/:uuid', () => ({ lines: [], server: null }));
  await theo.model.enter();
  theo.microphone(track);
  theo.change({ captions_enabled: true, speaking_viewer: { ...person('theo'), since: 1 } });
  theo.put({ microphone: true });
  theo.model.captions.agree('device');
  await eventually(() => expect(theo.model.captions.store.getState().ended).not.toBeNull());
  expect(theo.model.captions.store.getState()).toMatchObject({ ended: 'failed', agreed: null });
  vi.stubGlobal('window', browser);
  RecognizerByHand.made = [];
  theo.model.captions.agree('device');
  await eventually(() => expect(RecognizerByHand.made).toHaveLength(1));
});

test('without speech recognition each source says why it cannot be used', async () => {
  expect(await speechTroubles({}, 'en', null)).toEqual({
    device: 'noRecognizer',
    cloud: 'noRecognizer',
    server: 'noServer',
  });
  const away = { SpeechRecognition: class extends RecognizerByHand {} } as unknown as SpeechWorld;
  Object.assign(away.SpeechRecognition!, { available: async () => 'downloadable' });
  expect(await speechTroubles(away, 'en', 'vosk.test')).toEqual({ device: 'noDeviceModel', cloud: null, server: null });
});

test('recognition restarts after a silence, and stops for good without permission or after repeated failures', () => {
  const ended: SpeechEnd[] = [];
  const heard: string[] = [];
  browserSpeech(
    browser,
    'en',
    false,
  )(track, {
    understood: (text) => void heard.push(text),
    ended: (why) => void ended.push(why),
  });
  const [recognizer] = RecognizerByHand.made as [RecognizerByHand];
  expect(recognizer.processLocally).toBe(false);
  recognizer.happens('end');
  expect(recognizer.started).toHaveLength(2);
  recognizer.happens('error', { error: 'no-speech' });
  recognizer.happens('error', { error: 'not-allowed' });
  recognizer.hears('too late', true);
  expect([ended, heard, recognizer.started.length]).toEqual([['denied'], [], 2]);
  browserSpeech(browser, 'en', true)(track, { understood: () => undefined, ended: (why) => void ended.push(why) });
  for (let nth = 0; nth < 9; nth++) RecognizerByHand.made[1]!.happens('end');
  expect(ended).toEqual(['denied', 'failed']);
});

test('sound becomes 16-bit samples', () => {
  expect([...pcmOf(new Float32Array([0, 1, -1, 0.5, 2]))]).toEqual([0, 32_767, -32_768, 16_384, 32_767]);
});
