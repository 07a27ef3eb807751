export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export type WebhookOutcome = { readonly tookMs: number } & (
  | { readonly status: number; readonly body: string }
  /** Why there is no answer, as a sentence for the host. */
  | { readonly error: string }
);

/**
 * Posts to an address that a host typed or a browser named. Never rejects. Reaches no private network, whatever a name
 * resolves to at that moment, follows no redirect, and waits ten seconds at most.
 */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}
