import type { VideoEngine } from '../../../ports/video-engine.ts';

/**
 * The engine the configuration names (`LIVEKIT_URL`): not ours to start; the adapter's breaker tells whether it
 * answers.
 */
export function externalEngine({
  url,
  apiKey,
  apiSecret,
}: {
  url: string;
  apiKey: string;
  apiSecret: string;
}): VideoEngine {
  return {
    state: () => 'ready',
    url: url.replace(/^http/, 'ws'),
    httpUrl: url.replace(/^ws/, 'http'),
    apiKey,
    apiSecret,
    onReady: (listener) => listener(),
  };
}
