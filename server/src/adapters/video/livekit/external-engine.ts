import type { Config } from '../../../process/config.ts';
import type { VideoEngine } from '../../../ports/video-engine.ts';

/**
 * The engine the configuration names (`LIVEKIT_URL`): not ours to start; the adapter's breaker tells whether it
 * answers.
 */
export function externalEngine({
  url,
  publicUrl = url,
  apiKey,
  apiSecret,
}: NonNullable<Config['livekit']>): VideoEngine {
  return {
    state: () => 'ready',
    url: publicUrl.replace(/^http/, 'ws'),
    httpUrl: url.replace(/^ws/, 'http'),
    apiKey,
    apiSecret,
    onReady: (listener) => listener(),
  };
}
