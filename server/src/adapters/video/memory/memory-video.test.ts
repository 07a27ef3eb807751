import { encoderOffer } from '../../../../test/ingest/encoder-offer.ts';
import { systemClock } from '../../clock/system-clock.ts';
import { videoSuite } from '../video.suite.ts';
import { createMemoryVideo } from './memory-video.ts';

videoSuite('the stand-in', async () => {
  const video = createMemoryVideo({ clock: systemClock, clientUrl: 'ws://localhost:3000/livekit' });
  return {
    video,
    connect: async (token) => video.connect(token),
    offer: async () => encoderOffer,
    stop: async () => undefined,
  };
});
