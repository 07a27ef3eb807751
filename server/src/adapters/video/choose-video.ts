import type { Config } from '../../process/config.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/log.ts';
import type { VideoEngine } from '../../ports/video-engine.ts';
import type { Video } from '../../ports/video.ts';
import { forwardedUrl } from '../../http/addresses/engine-address.ts';
import { externalEngine } from './livekit/external-engine.ts';
import { createLivekitVideo } from './livekit/livekit-video.ts';
import { createMemoryVideo } from './memory/memory-video.ts';

/**
 * The engine that is named, else the embedded one, else (in tests) the stand-in. Browsers reach it through the
 * app, except where the settings name a separate address for them.
 */
export function chooseVideo({
  config,
  clock,
  log,
  videoEngine,
}: {
  config: Config;
  clock: Clock;
  log: Logger;
  videoEngine: VideoEngine | undefined;
}): Video {
  const engine = config.livekit ? externalEngine(config.livekit) : videoEngine;
  const isDirect = config.livekit?.publicUrl !== undefined;
  const forwardedAt = isDirect ? undefined : forwardedUrl(config.publicUrl);
  return engine
    ? createLivekitVideo({ engine, clock, log, forwardedAt })
    : createMemoryVideo({ clock, clientUrl: forwardedUrl(config.publicUrl) });
}
