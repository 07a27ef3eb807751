import type { FastifyInstance } from 'fastify';

/** The message that the checkout waits for. It only makes the page ask the server. */
const script = `const intent = new URLSearchParams(location.search).get('payment_intent');
const message = { type: 'frontrow:payment_callback', payment_intent: intent };
if (window.parent !== window) window.parent.postMessage(message, location.origin);
`;

const style = [
  'margin:0;min-height:100vh;display:grid;place-items:center',
  'font:16px/1.5 system-ui,sans-serif;color-scheme:light dark',
].join(';');
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Payment · Frontrow</title><style>body{${style}}</style>
<script src="/payment/callback/callback.js" defer></script></head>
<body><p>One moment, we are checking your payment.</p></body></html>`;

/** Where a card challenge ends, in a frame of the checkout: the page tells the checkout that it has ended. */
export async function paymentCallbackPage(app: FastifyInstance): Promise<void> {
  const hidden = { schema: { hide: true } };
  app.get('/payment/callback/stripe', hidden, async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'",
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html),
  );
  app.get('/payment/callback/callback.js', hidden, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}
