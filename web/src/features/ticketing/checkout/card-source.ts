/** A card token that could not be made, with the provider's message. */
export class CardFieldError extends Error {}

/** A card field. `token` throws a `CardFieldError`. */
export interface CardSource {
  token(): Promise<string>;
}
