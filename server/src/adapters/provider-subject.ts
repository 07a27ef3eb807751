import { z } from 'zod';

/**
 * A provider's id of one person or wallet: text, or a number that JSON carries exactly. Anything else that can be
 * turned into text would be the same text for several people: null, true, a list, or a number above 2^53 that was
 * rounded to its neighbor.
 */
export const providerSubject = (charsMax: number) =>
  z.union([
    z
      .string()
      .max(charsMax)
      .refine((id) => id.trim() !== '' && !/\p{Cc}/u.test(id) && id.isWellFormed()),
    z.int().positive().transform(String),
  ]);
