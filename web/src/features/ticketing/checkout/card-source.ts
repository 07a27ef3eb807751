/** What a card field gives: a token, or a `CardFieldError` with the provider's message. */
export interface CardSource {
  token(): Promise<string>;
}
