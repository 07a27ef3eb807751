import { parse, type SessionDescription } from 'sdp-transform';

const linesMax = 1_000;
/** Parameter sets of H.264 are the longest that encoders send. */
const lineCharsMax = 1_000;

/** The lines that are understood, as an object; undefined for what cannot be a description. Decides nothing else. */
export function parseLines(body: string): SessionDescription | undefined {
  const lines = body.split(/\r\n|\r|\n/);
  const readable = lines.length <= linesMax && lines.every((line) => line.length <= lineCharsMax);
  return readable ? parse(body) : undefined;
}
