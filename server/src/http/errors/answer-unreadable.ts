import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalCode } from '@frontrow/core/refuse.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Config } from '../../process/config.ts';
import { errorBodyOf, jsonType } from './answer-errors.ts';
import { dataHeaders } from '../headers/security-headers.ts';

const codeOf: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow',
};

/**
 * As Node itself looks at it where nobody answers such requests: an answer that was begun on this socket cannot be
 * taken back.
 */
const isAnswering = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent ?? false;

/** Which host is meant must be said since HTTP/1.1. Node would refuse it without a word, so that we look ourselves. */
export const namesHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host !== undefined || httpVersion !== '1.1';

/** For Node's `checkExpectation`: `Expect:` with anything but `100-continue`, which it would refuse without a word. */
export function answerUnmet(config: Config): (request: IncomingMessage, response: ServerResponse) => void {
  const refusal = refuse('expectation_unmet');
  const body = JSON.stringify(errorBodyOf(refusal));
  const headers = {
    ...dataHeaders(config),
    'content-type': jsonType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  return (_request, response) => void response.writeHead(refusal.status, headers).end(body);
}

/**
 * What never becomes a request (headers without end, bytes that are no HTTP, one that never arrives) is refused in
 * our words, too.
 */
export function answerUnreadable(config: Config): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const headersOfData = dataHeaders(config);
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy();
    const code = codeOf[error.code ?? ''];
    const refusal = code ? refuse(code) : refuse('bad_input', { detail: 'That request cannot be read.' });
    const body = JSON.stringify(errorBodyOf(refusal));
    const headers = Object.entries({
      ...headersOfData,
      'content-type': jsonType,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
        `${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
      () => socket.destroy(),
    );
  };
}

/** A request whose body does not arrive in time, answered as one of Node's own timeouts. */
export function answerTooSlow(config: Config): (socket: Socket) => void {
  const answer = answerUnreadable(config);
  return (socket) => answer(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}
