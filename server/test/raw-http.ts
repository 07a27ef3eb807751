import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends these bytes and reads what comes until the server hangs up; undefined when it says nothing. `over`: nothing
 * more will come, so that no server waits for the rest of a half request; one that is still thinking then says
 * nothing any more.
 */
export async function sendRaw(url: string, bytes: string, over = false): Promise<RawAnswer | undefined> {
  const { hostname, port } = new URL(url);
  const heard = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => (over ? socket.end(bytes) : socket.write(bytes)));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (text += part));
    // Anyone who is refused in the middle of a sentence is hung up on.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  if (heard === '') return undefined;
  const split = heard.indexOf('\r\n\r\n');
  const [first = '', ...lines] = heard.slice(0, split).split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]),
    headers: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: heard.slice(split + 4),
  };
}
