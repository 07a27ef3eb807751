import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { namesHost } from './answer-unreadable.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers sent in front of the framework, which its own hooks therefore never see. */
    sentAhead: () => readonly AnswersAhead['sent'][];
  }
}

/** Answers in front of the framework. */
export interface AnswersAhead {
  /** Sends the answer, or looks first and then sends it or hands the request `onward`; false: it is the framework's at once. */
  take(request: IncomingMessage, response: ServerResponse, onward: () => void): boolean;
  /** How many were sent so far, by status. */
  readonly sent: Readonly<Record<number, number>>;
}

/** Lets these answer first. A server that is closing leaves everything to the framework, which tells callers to go. */
export function answerAhead(app: FastifyInstance, ahead: readonly AnswersAhead[]): void {
  app.decorate('sentAhead', () => ahead.map(({ sent }) => sent));
  const { server } = app;
  const [framework] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const onward = (): void => framework!(request, response);
    if (namesHost(request)) for (const answers of ahead) if (answers.take(request, response, onward)) return;
    onward();
  });
}
