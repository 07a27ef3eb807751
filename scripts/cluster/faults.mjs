import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Loaded into an app of the cluster before its program: gives it the clock and the names that the file of FAULTS_FILE
 * says, `{ "clockMs": 600000, "namesAreGone": true }`, ten times a second. No file: all is as it is.
 */
const readEveryMs = 100;
let clockMs = 0;
let namesAreGone = false;

function read() {
  try {
    const said = JSON.parse(readFileSync(process.env.FAULTS_FILE ?? '', 'utf8'));
    clockMs = said.clockMs ?? 0;
    namesAreGone = said.namesAreGone ?? false;
  } catch {
    // Not written, or being written.
  }
}
read();
setInterval(read, readEveryMs).unref();

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + clockMs] : given));
  }
  static now() {
    return RealDate.now() + clockMs;
  }
};

const { lookup } = dns;
dns.lookup = (name, options, answer) => {
  const tell = typeof options === 'function' ? options : answer;
  if (!namesAreGone) return typeof options === 'function' ? lookup(name, options) : lookup(name, options, answer);
  const error = Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), {
    code: 'EAI_AGAIN',
    syscall: 'getaddrinfo',
  });
  setImmediate(() => tell(error));
};
