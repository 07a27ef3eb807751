import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWaitMs, createScanner, isCorrected, isWaiting, type ScanAnswer, type Scanner } from './scanner.ts';

const code = 'FR-8KQ2T7ABCD';
const other = 'FR-8KQ2T7ABCE';

/** A server, a network that may be down, and the storage of one phone. */
function stage() {
  const kept = new Map<string, string>();
  const checkedIn = new Map<string, string>();
  const undone: string[] = [];
  const sent: string[][] = [];
  let n = 0;
  const at = { network: 'up' as 'up' | 'down' | 'hangs' | 'deaf' | 'forbidden' };
  const answerOf = (scan: { scan_uuid: string; code: string; at: number }): ScanAnswer => {
    const by = checkedIn.get(scan.code);
    const isValid = [code, other].includes(scan.code);
    if (isValid && by === undefined) checkedIn.set(scan.code, scan.scan_uuid);
    const result = !isValid ? 'not_valid' : by === undefined || by === scan.scan_uuid ? 'welcome' : 'already';
    const ticket = isValid ? { ticket_uuid: `ticket-${scan.code}`, ticket_seat: 1, name: 'Ada' } : null;
    return {
      scan_uuid: scan.scan_uuid,
      result,
      ticket,
      checked_in: isValid ? 1 : null,
      place: null,
      event_title: null,
    };
  };
  const phone = (): Scanner =>
    createScanner('event', {
      storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
      async send(scans) {
        if (at.network === 'hangs') return new Promise(() => undefined);
        if (at.network === 'down') throw new TypeError('no network');
        if (at.network === 'forbidden') throw new Error('Only the host can do this.');
        sent.push(scans.map((scan) => scan.code));
        const answer = { results: scans.map(answerOf), tickets: 2, checked_in: checkedIn.size };
        // The server hears the phone, and its answer is lost.
        if (at.network === 'deaf') throw new TypeError('no answer');
        return answer;
      },
      async undo(ticket) {
        if (at.network !== 'up') throw new TypeError('no network');
        undone.push(ticket);
        checkedIn.delete(ticket.replace('ticket-', ''));
      },
      hash: async (text) => `#${text}`,
      isOutage: (error) => error instanceof TypeError,
      isOnline: () => at.network !== 'down',
      now: () => 1_000 + n,
      newId: () => `scan-${++n}`,
    });
  return { at, phone, checkedIn, undone, sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const list = { hashes: [`#${code}`], tickets: 2, checked_in: 0 };
const newest = (scanner: Scanner) => scanner.store.getState().scans[0]!;

test('a scan is answered by the server, and text that is no ticket code is not sent', async () => {
  const { phone, sent } = stage();
  const scanner = phone();
  expect(await scanner.scan('https://example.com')).toBe(false);
  expect(await scanner.scan(code.toLowerCase())).toBe(true);
  expect(newest(scanner).answer?.result).toBe('welcome');
  expect(scanner.store.getState()).toMatchObject({ tickets: 2, checkedIn: 1, offline: false });
  expect(sent).toEqual([[code]]);
});

test('the kept list says whom to let in offline; scans outlive the page and are sent once, oldest first', async () => {
  const { at, phone, sent } = stage();
  const before = phone();
  before.setCodes(list);
  at.network = 'down';
  await before.scan(code);
  expect(newest(before)).toMatchObject({ guess: 'welcome', late: true });
  await before.scan(code);
  expect(newest(before).guess).toBe('already');
  await before.scan(other);
  expect(newest(before).guess).toBe('unknown');
  expect(before.store.getState().offline).toBe(true);
  at.network = 'up';
  const after = phone();
  expect(after.store.getState().scans.filter(isWaiting)).toHaveLength(3);
  await Promise.all([after.sync(), after.sync()]);
  expect(sent).toEqual([[code, code, other]]);
  expect(after.store.getState().scans.map(({ answer }) => answer?.result)).toEqual(['welcome', 'already', 'welcome']);
});

test('two tabs of a phone let a ticket in once, and keep each other’s scans', async () => {
  const { at, phone, sent, checkedIn } = stage();
  const one = phone();
  const two = phone();
  one.setCodes(list);
  two.setCodes(list);
  at.network = 'down';
  await one.scan(code);
  await two.scan(code);
  expect(newest(two).guess).toBe('already');
  await two.scan(other);
  await one.undo(one.store.getState().scans.find((scan) => scan.guess === 'welcome')!);
  // Both tabs were closed.
  at.network = 'up';
  const after = phone();
  await after.sync();
  expect(sent).toEqual([[code, other]]);
  expect([...checkedIn.keys()]).toEqual([code, other]);
  // What another tab has sent is not sent again.
  await two.sync();
  expect(sent).toHaveLength(1);
  expect(two.store.getState().scans.filter(isWaiting)).toEqual([]);
});

test('a scan whose answer was late in one tab is late in the other, too', async () => {
  const { at, phone } = stage();
  const [one, two] = [phone(), phone()];
  one.setCodes(list);
  at.network = 'hangs';
  void one.scan(code);
  await vi.advanceTimersByTimeAsync(answerWaitMs - 1);
  // Reads the scan before its answer is late, and writes after.
  two.setPlace('Door A');
  await vi.advanceTimersByTimeAsync(1);
  expect(newest(one).late).toBe(true);
  two.setPlace('Door B');
  expect([newest(two).late, newest(phone()).late]).toEqual([true, true]);
});

test('an undo in one tab holds for an answer that another one gets', async () => {
  const { at, phone, checkedIn, undone } = stage();
  const one = phone();
  at.network = 'deaf';
  await one.scan(code);
  const two = phone();
  at.network = 'up';
  const syncing = two.sync();
  await one.undo(newest(one));
  await syncing;
  expect([undone, checkedIn.size]).toEqual([[`ticket-${code}`], 0]);
});

test('a tab that was open before another one scanned sends the scans of the other', async () => {
  const { at, phone, sent } = stage();
  const stays = phone();
  at.network = 'down';
  const closed = phone();
  await closed.scan(code);
  at.network = 'up';
  await stays.scan(other);
  expect(sent.flat()).toEqual([code, other]);
});

test('a ticket that another phone let in is reported afterwards', async () => {
  const { at, phone, checkedIn } = stage();
  const scanner = phone();
  scanner.setCodes(list);
  at.network = 'down';
  await scanner.scan(code);
  checkedIn.set(code, 'scan-of-another-phone');
  at.network = 'up';
  await scanner.sync();
  expect(
    scanner.store
      .getState()
      .scans.filter(isCorrected)
      .map(({ answer }) => answer?.result),
  ).toEqual(['already']);
});

test('a server that does not answer in time leaves the guess on the screen', async () => {
  const { at, phone } = stage();
  const scanner = phone();
  scanner.setCodes(list);
  at.network = 'hangs';
  void scanner.scan(code);
  await vi.advanceTimersByTimeAsync(answerWaitMs - 1);
  expect(newest(scanner).late).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(newest(scanner)).toMatchObject({ late: true, guess: 'welcome' });
});

test('undo takes a check-in back at the server, and a waiting scan out of the queue', async () => {
  const { at, phone, undone, sent } = stage();
  const scanner = phone();
  await scanner.scan(code);
  await scanner.undo(newest(scanner));
  expect(undone).toEqual([`ticket-${code}`]);
  at.network = 'down';
  await scanner.scan(other);
  await scanner.undo(newest(scanner));
  at.network = 'up';
  await scanner.sync();
  expect(sent).toEqual([[code]]);
  expect(newest(scanner).undoneAt).toBeDefined();
  at.network = 'down';
  scanner.setCodes(list);
  await scanner.scan(code);
  expect(newest(scanner).guess).toBe('welcome');
});

test('a refusal of the server is shown, and the scans are kept', async () => {
  const { at, phone } = stage();
  const scanner = phone();
  at.network = 'forbidden';
  await scanner.scan(code);
  expect(scanner.store.getState()).toMatchObject({ refused: 'Only the host can do this.', offline: false });
  expect(scanner.store.getState().scans.filter(isWaiting)).toHaveLength(1);
  at.network = 'up';
  await scanner.sync();
  expect(scanner.store.getState().refused).toBeUndefined();
});

test('a scan whose answer was lost and that was undone is undone at the server, before the next of its ticket', async () => {
  const { at, phone, checkedIn, undone } = stage();
  const before = phone();
  before.setCodes(list);
  at.network = 'deaf';
  await before.scan(code);
  expect(checkedIn.has(code)).toBe(true);
  await before.undo(newest(before));
  expect(before.store.getState().scans.filter(isWaiting)).toHaveLength(1);
  at.network = 'up';
  const after = phone();
  await after.sync();
  expect(undone).toEqual([`ticket-${code}`]);
  expect(checkedIn.size).toBe(0);
  expect(after.store.getState().scans.filter(isWaiting)).toEqual([]);

  at.network = 'deaf';
  await after.scan(other);
  await after.undo(newest(after));
  at.network = 'down';
  await after.scan(other);
  at.network = 'up';
  await after.sync();
  expect(newest(after).answer?.result).toBe('welcome');
  expect([...checkedIn]).toEqual([[other, newest(after).id]]);
});

test('an undo that the server did not hear when the answer came is made with the next one', async () => {
  const { at, phone, checkedIn, undone } = stage();
  const scanner = phone();
  at.network = 'deaf';
  await scanner.scan(code);
  await scanner.undo(newest(scanner));
  at.network = 'up';
  const syncing = scanner.sync();
  at.network = 'down';
  await syncing;
  expect([checkedIn.size, undone]).toEqual([1, []]);
  at.network = 'up';
  await scanner.sync();
  expect([checkedIn.size, undone]).toEqual([0, [`ticket-${code}`]]);
});

test('what is no ticket is shown until the next scan, however late answers are', async () => {
  const { at, phone } = stage();
  const scanner = phone();
  const shown = () => scanner.store.getState();
  at.network = 'hangs';
  await scanner.scan('https://example.com');
  expect(shown().isForeign).toBe(true);
  void scanner.scan(code);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toMatchObject({ isForeign: false, shown: newest(scanner).id });
  // Read while the answer is still to come, which then says that it was late.
  await scanner.scan('https://example.com');
  await vi.advanceTimersByTimeAsync(answerWaitMs);
  expect(newest(scanner).late).toBe(true);
  expect(shown().isForeign).toBe(true);
});
