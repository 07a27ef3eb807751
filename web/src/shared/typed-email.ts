/** An address as a form sends it; the server decides in which spelling it is kept. */
export const typedEmail = (text: string): string => text.trim().toLowerCase();

/** As keyboards of East Asia type them, too. */
const emailShape = /^[^\s@＠]+[@＠][^\s@＠]+[.．。｡][^\s@＠]{2,}$/;
const emailCharsMax = 254;

/** Good enough to be sent; the server judges again. */
export const looksLikeEmail = (email: string): boolean => email.length <= emailCharsMax && emailShape.test(email);
