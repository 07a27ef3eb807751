import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What a connection was told last, and how it is told again: the answer as bytes on the wire, or undefined for the route's turn. */
interface Told {
  readonly request: Buffer;
  readonly again: () => string | undefined;
}

/** A connection that is read before the parser gets it. */
interface Watched {
  last: Told | undefined;
}

const toldOf = new WeakMap<Socket, Watched>();

/**
 * Who polls sends the very same bytes every time: they are answered as they come in, without being parsed, which costs half as
 * much. Call it after `response` was written whole; `again` answers the same request anew, and is asked every time.
 *
 * Only where nothing of an earlier request is outstanding on the connection, and only until anything else comes in over it: the
 * parser then stands between two requests, and answers keep the order of their questions.
 */
export function answerSameAgain(
  request: IncomingMessage,
  response: ServerResponse,
  again: () => string | undefined,
): void {
  const { headers, socket } = request;
  const known = toldOf.get(socket);
  const told = known ?? watch(socket);
  if (!told) return;
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
  // An answer without its socket waits for the one before it.
  const isNext = response.socket === socket && response.shouldKeepAlive && request.httpVersion === '1.1';
  const bytes = bytesOf(request);
  // Who looks only now sees no more than what is being parsed, which may be more than this question.
  const isAlone = known !== undefined || bytesParsed(socket)?.equals(bytes);
  told.last = isNext && !hasBody && isAlone ? { request: bytes, again } : undefined;
}

/** What Node's parser has in hand, from its first byte to its last. */
const bytesParsed = (socket: Socket & { parser?: { getCurrentBuffer?: () => Buffer } }): Buffer | undefined =>
  socket.parser?.getCurrentBuffer?.();

/** Goes in front of the parser, unless somebody else did. */
function watch(socket: Socket & { parser?: unknown }): Watched | undefined {
  const [parse, ...others] = socket.listeners('data') as ((chunk: Buffer) => void)[];
  if (!parse || others.length > 0) return undefined;
  const told: Watched = { last: undefined };
  toldOf.set(socket, told);
  const read = (chunk: Buffer): void => {
    // After an upgrade Node takes the parser away and gives it to another connection.
    if (!socket.parser) return void socket.removeListener('data', read);
    const { last } = told;
    if (last && socket.writableLength === 0 && chunk.equals(last.request)) {
      const answer = last.again();
      if (answer !== undefined) return void socket.write(answer, 'latin1');
    }
    told.last = undefined;
    parse(chunk);
    // More than the one question came: what follows it may be half of something.
    if (told.last && !chunk.equals((told.last as Told).request)) told.last = undefined;
  };
  socket.on('data', read);
  socket.removeListener('data', parse);
  return told;
}

/** A request without a body as nearly everybody writes it. Who writes it otherwise never sends these bytes, and is always parsed. */
function bytesOf({ method, url, rawHeaders }: IncomingMessage): Buffer {
  let text = `${method} ${url} HTTP/1.1\r\n`;
  for (let n = 0; n < rawHeaders.length; n += 2) text += `${rawHeaders[n]}: ${rawHeaders[n + 1]}\r\n`;
  return Buffer.from(`${text}\r\n`, 'latin1');
}
