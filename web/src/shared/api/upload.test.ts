import { afterEach, expect, it, vi } from 'vitest';
import { upload } from './upload.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser whose every upload ends with this answer. */
function answering(status: number, response: unknown): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      status = status;
      response = response;
      responseType = '';
      timeout = 0;
      upload = new EventTarget();
      open(): void {}
      setRequestHeader(): void {}
      send(): void {
        this.dispatchEvent(new Event(status !== 0 ? 'load' : this.timeout > 0 ? 'timeout' : 'error'));
      }
    },
  );
}

const send = () =>
  upload('/events/updateThanksVideo', new FormData(), { onProgress: () => {}, signal: new AbortController().signal });

it.each([
  [404, { errors: [{ message: 'Sorry, we could not find that event.', code: 'event_not_found' }] }],
  [400, { errors: [{ message: 'File size exceeded', code: 'video_too_large' }] }],
])('shows the server’s own words for %i', async (status, body) => {
  answering(status, body);
  await expect(send()).rejects.toThrow(body.errors[0]!.message);
});

it('says that something went wrong when the answer is no success', async () => {
  answering(200, { data: { success: false } });
  await expect(send()).rejects.toThrow('Sorry, something went wrong.');
});

it('is done when the server says so', async () => {
  answering(200, { data: { success: true } });
  await expect(send()).resolves.toBeUndefined();
});

it('gives up where nothing goes on for long', async () => {
  answering(0, null);
  await expect(send()).rejects.toThrow('The upload took too long.');
});
