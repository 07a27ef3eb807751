/** From the picture that is drawn to the picture that is shown: through us, against two peers on one machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium, type Browser, type Page } from '@playwright/test';
import type * as LivekitClient from 'livekit-client';
import { browserOptions } from '../../e2e/support/browser.ts';
import { type IngestStage, startIngest } from '../../server/test/ingest/stage.ts';
import { median, percentile, print } from '../report.ts';
import { serveLocally } from '../web/local-page.ts';
import { greyPicture, inPage, picture } from './time-picture.ts';

/** Goal: the median against the one of two local peers. */
const ratioMax = 2;
/** What is shown while the connections are new is not counted. */
const skipped = 90;
const livekit = 'node_modules/livekit-client/dist/livekit-client.umd.js';

/** What the page has by `inPage`, by LiveKit's script, and by what is exposed to it. */
interface InPage {
  timePictures(): MediaStream;
  agesOf(video: HTMLVideoElement, count: number): Promise<number[]>;
  showing(track: MediaStreamTrack): Promise<HTMLVideoElement>;
  whip(offer: string): Promise<string>;
  LivekitClient: typeof LivekitClient;
}

/** A browser, and a page of this machine: a browser keeps pages from elsewhere off its engine. */
interface Screen {
  readonly browser: Browser;
  readonly address: string;
}

async function emptyPage({ browser, address }: Screen): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.addScriptTag({ content: inPage });
  return page;
}

/** Two peers in one page, without anybody between them. */
async function localPeers(screen: Screen, count: number): Promise<number[]> {
  const page = await emptyPage(screen);
  const ages = await page.evaluate(async (pictures) => {
    const { timePictures, agesOf, showing } = globalThis as unknown as InPage;
    const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
    one.onicecandidate = ({ candidate }) => candidate && void other.addIceCandidate(candidate);
    other.onicecandidate = ({ candidate }) => candidate && void one.addIceCandidate(candidate);
    const arrived = new Promise<MediaStreamTrack>((resolve) => (other.ontrack = ({ track }) => resolve(track)));
    const stream = timePictures();
    for (const track of stream.getTracks()) one.addTrack(track, stream);
    await one.setLocalDescription();
    await other.setRemoteDescription(one.localDescription!);
    await other.setLocalDescription();
    await one.setRemoteDescription(other.localDescription!);
    return agesOf(await showing(await arrived), pictures);
  }, count);
  await page.close();
  return ages;
}

/** A viewer of the stage's room; its ages come once pictures arrive. */
async function watching(screen: Screen, stage: IngestStage, count: number): Promise<() => Promise<number[]>> {
  const page = await emptyPage(screen);
  await page.addScriptTag({ path: livekit });
  const seen = page.evaluate(
    async ({ url, token, pictures }) => {
      const { agesOf, showing, LivekitClient } = globalThis as unknown as InPage;
      const room = new LivekitClient.Room({ adaptiveStream: false });
      const arrived = new Promise<MediaStreamTrack>((resolve) => {
        room.on(LivekitClient.RoomEvent.TrackSubscribed, (track) => {
          if (track.kind === LivekitClient.Track.Kind.Video) resolve(track.mediaStreamTrack);
        });
      });
      await room.connect(url, token);
      return agesOf(await showing(await arrived), pictures);
    },
    { url: stage.engine.engine.url, token: await stage.app.viewerToken(), pictures: count },
  );
  return async () => {
    const ages = await seen;
    await page.close();
    return ages;
  };
}

/** A WHIP encoder in a page, as OBS 30 sends. */
async function byWhip(screen: Screen, stage: IngestStage, count: number): Promise<number[]> {
  const ages = await watching(screen, stage, count);
  const page = await emptyPage(screen);
  let session = '';
  await page.exposeFunction('whip', async (offer: string) => {
    const answer = await fetch(`${stage.app.url}/whip`, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: 'Bearer key' },
      body: offer,
    });
    session = answer.headers.get('location') ?? '';
    return answer.text();
  });
  await page.evaluate(async () => {
    const { timePictures, whip } = globalThis as unknown as InPage;
    const peer = new RTCPeerConnection();
    const stream = timePictures();
    peer.addTransceiver(stream.getVideoTracks()[0]!, { direction: 'sendonly', streams: [stream] });
    await peer.setLocalDescription();
    await new Promise<void>((resolve) => {
      if (peer.iceGatheringState === 'complete') resolve();
      else peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
    });
    await peer.setRemoteDescription({ type: 'answer', sdp: await whip(peer.localDescription!.sdp) });
  });
  const all = await ages();
  await page.close();
  await fetch(`${stage.app.url}${session}`, { method: 'DELETE' });
  return all;
}

/** An encoder program by RTMP: x264 with zerolatency, as we tell hosts to set it. */
async function byRtmp(screen: Screen, stage: IngestStage, count: number): Promise<number[]> {
  const ages = await watching(screen, stage, count);
  const { width, height, framesPerSecond } = picture;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(framesPerSecond)];
  const h264 = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'];
  const encoder = spawn(
    'ffmpeg',
    ['-v', 'error', '-probesize', '32', '-fflags', 'nobuffer', ...input, '-i', 'pipe:0', ...h264, '-g', '60'].concat([
      '-flush_packets',
      '1',
      '-f',
      'flv',
      `rtmp://127.0.0.1:${stage.port}/live/key`,
    ]),
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  encoder.stdin.on('error', () => undefined);
  const drawing = setInterval(() => encoder.stdin.write(greyPicture(Date.now())), 1000 / framesPerSecond);
  try {
    return await ages();
  } finally {
    clearInterval(drawing);
    encoder.kill('SIGKILL');
    await once(encoder, 'close');
  }
}

/** Milliseconds from drawn to shown, by each way in. True when their medians are at most twice the local peers'. */
export async function measurePictureDelay({ pictures }: { readonly pictures: number }): Promise<boolean> {
  const stage = await startIngest();
  const browser = await chromium.launch(browserOptions);
  const local = await serveLocally('<!doctype html><title>Bench</title>', {});
  const screen = { browser, address: local.url };
  const count = skipped + pictures;
  const ways = {
    'two local peers': () => localPeers(screen, count),
    'by WHIP': () => byWhip(screen, stage, count),
    'by RTMP': () => byRtmp(screen, stage, count),
  };
  try {
    const ages: Record<string, number[]> = {};
    for (const [name, way] of Object.entries(ways)) ages[name] = (await way()).slice(skipped);
    const floor = median(ages['two local peers']!);
    const ratios = Object.values(ages).map((list) => median(list) / floor);
    print(
      `broadcast: from drawn to shown, ${picture.width} x ${picture.height} at ${picture.framesPerSecond} a second`,
      Object.entries(ages).map(([name, list], nth) => [
        name,
        `p50 ${median(list)} ms, p95 ${percentile(list, 95)} ms: ${ratios[nth]!.toFixed(2)} x (goal ≤ ${ratioMax} x)`,
      ]),
    );
    return ratios.every((ratio) => ratio <= ratioMax);
  } finally {
    await browser.close();
    local.stop();
    await stage.stop();
  }
}
