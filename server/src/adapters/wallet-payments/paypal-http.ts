interface HttpRequest {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: { toJSON?(): Record<string, unknown> };
  readonly data?: string;
  readonly timeout?: number;
}

interface HttpAnswer {
  readonly data: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Record<string, string>;
  readonly config: HttpRequest;
  readonly request: object;
}

/** No answer of PayPal's: nobody was reached in time, or the connection was cut. */
export class PaypalUnreachable extends Error {}

/**
 * The library's HTTP adapter: it has no option for the place it talks to, so every call is sent to `origin` here.
 * Redirects are refused: a provider that sends us elsewhere is not the provider.
 */
export const paypalHttp =
  (origin: string) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const asked = new URL(request.url ?? '/', origin);
    const { answer, data } = await exchange(`${origin}${asked.pathname}${asked.search}`, {
      method: (request.method ?? 'get').toUpperCase(),
      headers: headersOf(request),
      redirect: 'error',
      ...(request.data !== undefined && { body: request.data }),
      ...(request.timeout && { signal: AbortSignal.timeout(request.timeout) }),
    });
    return {
      data,
      status: answer.status,
      statusText: answer.statusText,
      headers: Object.fromEntries(answer.headers),
      config: request,
      request: {},
    };
  };

async function exchange(url: string, request: RequestInit): Promise<{ answer: Response; data: string }> {
  try {
    const answer = await fetch(url, request);
    return { answer, data: await answer.text() };
  } catch (error) {
    throw new PaypalUnreachable(String(error), { cause: error });
  }
}

function headersOf(request: HttpRequest): Record<string, string> {
  const all = request.headers?.toJSON?.() ?? {};
  const kept = Object.entries(all).filter(
    ([name, value]) => typeof value === 'string' && !/^(host|content-length|connection)$/i.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
