import { commonStemsMax, type CommonPasswords } from '@frontrow/core/accounts/guessable-password.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

const frequent: readonly string[] = dictionary['passwords-common'];
const all = new Set(frequent);
const stems = new Set(frequent.slice(0, commonStemsMax));

/**
 * About 49,000 passwords of leaks, the most frequent first and in lower case. Over 5,000 of them are allowed by the
 * rule for passwords once letters are capitalized. They stay on the server, because a browser would load 400 KB for
 * them.
 */
export const commonPasswords: CommonPasswords = {
  has: (word) => all.has(word),
  isStem: (word) => stems.has(word),
};
