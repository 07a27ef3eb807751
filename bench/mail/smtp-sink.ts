import { SMTPServer } from 'smtp-server';

/**
 * A mail server in a separate process that accepts every email and keeps none. It tells its parent the port. Whenever
 * the parent asks for a number of mails, it answers once so many have come since the last answer.
 */
let taken = 0;
let bytes = 0;
let wanted = Number.POSITIVE_INFINITY;

function answerWhenComplete(): void {
  if (taken < wanted) return;
  process.send?.({ bytes, at: Date.now() });
  [taken, bytes, wanted] = [0, 0, Number.POSITIVE_INFINITY];
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, callback) {
    stream.on('data', (chunk: Buffer) => void (bytes += chunk.length));
    stream.on('end', () => {
      taken++;
      callback();
      answerWhenComplete();
    });
  },
});
process.on('message', (message: { wanted: number }) => {
  wanted = message.wanted;
  answerWhenComplete();
});
process.on('disconnect', () => process.exit(0));
const listening = server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (listening.address() as { port: number }).port }),
);
