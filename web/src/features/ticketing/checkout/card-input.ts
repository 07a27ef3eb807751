/** The sandbox provider's card field. Real cards are never typed here. */
export interface CardInput {
  number: string;
  /** As typed: `MM / YY`. */
  expiry: string;
  cvc: string;
}

export const emptyCard: CardInput = { number: '', expiry: '', cvc: '' };

const digitsOf = (text: string, max: number): string => text.replaceAll(/\D/g, '').slice(0, max);
const cardDigitsMax = 19;

/** `4242 4242 4242 4242`. */
export const typedNumber = (text: string): string => digitsOf(text, cardDigitsMax).replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** `12 / 30`. A first digit above 1 gets a zero in front; deleting passes over the slash. */
export function typedExpiry(text: string, before = ''): string {
  const shrinking = text.length < before.length;
  let digits = digitsOf(text, 4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  if (digits.length < 2 || (digits.length === 2 && shrinking)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export const typedCvc = (text: string): string => digitsOf(text, 4);

export type CardProblem = 'numberIncomplete' | 'expiryIncomplete' | 'expiryPast' | 'cvcIncomplete';

const numberDigitsMin = 13;

/** The first problem that keeps the card from being sent, in the order of the inputs. */
export function cardProblem(card: CardInput, now: number): CardProblem | null {
  if (digitsOf(card.number, cardDigitsMax).length < numberDigitsMin) return 'numberIncomplete';
  const [month, year] = monthAndYear(card.expiry);
  if (!month || !year || month > 12) return 'expiryIncomplete';
  const today = new Date(now);
  if (year < today.getFullYear() || (year === today.getFullYear() && month < today.getMonth() + 1)) return 'expiryPast';
  if (card.cvc.length < 3) return 'cvcIncomplete';
  return null;
}

function monthAndYear(expiry: string): [number | undefined, number | undefined] {
  const digits = digitsOf(expiry, 4);
  return digits.length === 4 ? [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))] : [undefined, undefined];
}

/** Body of `POST /sandbox/card_tokens`. */
export function cardTokenBody(card: CardInput): { number: string; exp_month: number; exp_year: number; cvc: string } {
  const [month = 0, year = 0] = monthAndYear(card.expiry);
  return { number: digitsOf(card.number, cardDigitsMax), exp_month: month, exp_year: year, cvc: card.cvc };
}

/** The well-known test numbers and what they do. */
export const testCards = [
  { key: 'pays', number: '4242424242424242' },
  { key: 'declines', number: '4000000000000002' },
  { key: 'asks', number: '4000002500003155' },
] as const;
