/** Control characters, and marks that turn the direction of a text around so that it poses as another one. */
// oxlint-disable-next-line no-control-regex
const unseen = /[\u202A-\u202E\u2066-\u2069\uFEFF\u0000-\u0009\u000B-\u001F\u007F-\u009F]/gu;
/** Anything but blanks, control characters, marks without a shape and the letters that are drawn as nothing. */
const shape = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether anybody who looks at this text sees something. */
export const isSeen = (text: string): boolean => shape.test(text);

/**
 * A text as it is kept and shown: line breaks stay, what nobody sees is a blank, and of a text without any shape
 * nothing is left.
 */
export function seenText(typed: string): string {
  const text = typed.replace(/\r\n?/g, '\n').replace(unseen, ' ').trim();
  return isSeen(text) ? text : '';
}

/** The same in one line. */
export const seenLine = (typed: string): string => seenText(typed).replace(/\s+/g, ' ');
