/**
 * How long from "Join streaming" to the first decoded frame, against the floor: two peers in the same browser with no
 * server between them. `npm run bench join`. Correctness first: a join counts only when frames really arrive.
 */
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { browserOptions } from '../e2e/support/browser.ts';
import { goLive, openLiveRoom } from '../e2e/support/live-room.ts';
import { startProduct } from '../e2e/support/product.ts';
import { logIn } from '../e2e/support/session.ts';
import { median, percentile, print } from './report.ts';

const joins = 30;
/** Goal: median join ≤ 2 × the floor. */
const ratioMax = 2;

/** Milliseconds from the offer to the first frame on a screen, between two peers of one page. */
function localPeers(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 }, audio: true });
    const [a, b] = [new RTCPeerConnection({ iceServers: [] }), new RTCPeerConnection({ iceServers: [] })];
    a.onicecandidate = ({ candidate }) => candidate && void b.addIceCandidate(candidate);
    b.onicecandidate = ({ candidate }) => candidate && void a.addIceCandidate(candidate);
    const video = document.createElement('video');
    video.muted = true;
    document.body.append(video);
    const began = performance.now();
    const firstFrame = new Promise<number>((resolve) => {
      b.ontrack = ({ streams, track }) => {
        if (track.kind !== 'video') return;
        video.srcObject = streams[0] ?? null;
        video.requestVideoFrameCallback(() => resolve(performance.now() - began));
        void video.play();
      };
    });
    for (const track of stream.getTracks()) a.addTrack(track, stream);
    await a.setLocalDescription(await a.createOffer());
    await b.setRemoteDescription(a.localDescription!);
    await b.setLocalDescription(await b.createAnswer());
    await a.setRemoteDescription(b.localDescription!);
    const took = await firstFrame;
    a.close();
    b.close();
    video.remove();
    for (const track of stream.getTracks()) track.stop();
    return took;
  });
}

/** Milliseconds from the press of the button to the first frame of the host on this viewer's screen. */
async function join(context: BrowserContext, url: string, eventUuid: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const times = window as unknown as { pressed?: number; firstFrame?: number };
    document.addEventListener(
      'click',
      (event) => {
        if ((event.target as Element).closest('button')?.textContent?.includes('Join streaming'))
          times.pressed = performance.now();
      },
      true,
    );
    const seen = new WeakSet<HTMLVideoElement>();
    new MutationObserver(() => {
      for (const video of document.querySelectorAll('video')) {
        // One's own picture on the screen before is not the host's.
        if (seen.has(video) || !video.closest('[data-stage]')) continue;
        seen.add(video);
        video.requestVideoFrameCallback(() => {
          if (times.pressed !== undefined && video.videoWidth > 0) times.firstFrame ??= performance.now();
        });
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${url}/streaming/${eventUuid}`);
  await page.getByRole('button', { name: 'Join streaming' }).click();
  await page.waitForFunction(() => (window as unknown as { firstFrame?: number }).firstFrame !== undefined, undefined, {
    timeout: 20_000,
  });
  const took = await page.evaluate(() => {
    const { pressed = 0, firstFrame = 0 } = window as unknown as { pressed?: number; firstFrame?: number };
    return firstFrame - pressed;
  });
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.waitForURL(/\/event\//);
  await page.close();
  return took;
}

const product = await startProduct();
const browser = await chromium.launch(browserOptions);
try {
  const { host, viewer, eventUuid } = await openLiveRoom(browser, product);
  await goLive(host, product, eventUuid);
  await logIn(viewer, product, 'viewer@frontrow.test');
  const floor: number[] = [];
  const ours: number[] = [];
  // In turn: the machine that a join met is the machine its floor met. The floor's page has long been there and does
  // nothing else.
  const page = await viewer.newPage();
  await page.goto(product.url);
  for (let run = 0; run < joins; run++) {
    await page.bringToFront();
    floor.push(await localPeers(page));
    ours.push(await join(viewer, product.url, eventUuid));
  }

  const ratio = median(ours) / median(floor);
  print('join: press of the button to first decoded frame', [
    ['two local peers, median', `${median(floor).toFixed(0)} ms`],
    ['two local peers, p95', `${percentile(floor, 95).toFixed(0)} ms`],
    ['ours, median', `${median(ours).toFixed(0)} ms`],
    ['ours, p95', `${percentile(ours, 95).toFixed(0)} ms`],
    ['joins that got frames', `${ours.length} of ${joins}`],
    ['ratio of medians', `${ratio.toFixed(2)} (goal ≤ ${ratioMax})`],
  ]);
  process.exitCode = ratio <= ratioMax ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
}
