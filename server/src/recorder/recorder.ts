import { type Orders, RecorderClient, type RecorderSettings } from './recorder-client.ts';
import { RoomRecorder } from './room-recorder.ts';

const askEveryMs = 400;
/** The clock offset comes from the fastest of these answers. */
const answersKept = 20;
/** Without an answer for this long, another recorder may have the rooms. */
const silenceMsMax = 60_000;

/** Records the rooms that the app assigns to this process. */
export class Recorder {
  private readonly client: RecorderClient;
  private readonly rooms = new Map<string, RoomRecorder>();
  private closing = new Set<Promise<void>>();
  private readonly offsets: { readonly offset: number; readonly tookMs: number }[] = [];
  private answeredAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(settings: RecorderSettings) {
    this.client = new RecorderClient(settings);
  }

  start(): void {
    void this.ask();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const eventUuid of this.rooms.keys()) this.end(eventUuid);
    await Promise.all(this.closing);
  }

  private async ask(): Promise<void> {
    const askedAt = performance.now();
    try {
      const orders = await this.client.orders();
      this.answeredAt = performance.now();
      this.learnClock(orders.now, askedAt, this.answeredAt);
      if (!this.stopped) this.follow(orders);
    } catch {
      // Recording continues while the app restarts; pieces wait in the queue.
      if (performance.now() - this.answeredAt > silenceMsMax) for (const uuid of this.rooms.keys()) this.end(uuid);
    }
    if (!this.stopped) this.timer = setTimeout(() => void this.ask(), askEveryMs);
  }

  private follow({ rooms }: Orders): void {
    const wanted = new Map(rooms.map((room) => [room.event_uuid, room]));
    for (const eventUuid of this.rooms.keys()) if (!wanted.has(eventUuid)) this.end(eventUuid);
    for (const [eventUuid, order] of wanted) {
      const room = this.rooms.get(eventUuid) ?? new RoomRecorder(this.client, eventUuid, this.clock());
      this.rooms.set(eventUuid, room);
      room.follow(order);
    }
  }

  private end(eventUuid: string): void {
    const done = this.rooms.get(eventUuid)?.close();
    this.rooms.delete(eventUuid);
    if (!done) return;
    this.closing.add(done);
    void done.finally(() => this.closing.delete(done));
  }

  private learnClock(appNow: number, askedAt: number, answeredAt: number): void {
    const tookMs = answeredAt - askedAt;
    this.offsets.push({ offset: appNow - (askedAt + tookMs / 2), tookMs });
    if (this.offsets.length > answersKept) this.offsets.shift();
  }

  /** The app's clock. A room keeps its first offset, so its tracks stay in sync. */
  private clock(): () => number {
    const { offset } = this.offsets.reduce((best, one) => (one.tookMs < best.tookMs ? one : best));
    return () => performance.now() + offset;
  }
}
