/** A card token that could not be made, with the provider's message. */
export class CardFieldError extends Error {}

/** A card field. `token` throws a `CardFieldError`. */
export interface CardSource {
  /** What is missing or wrong, as far as that can be told without the provider. */
  problem(): string | null;
  token(): Promise<string>;
}
