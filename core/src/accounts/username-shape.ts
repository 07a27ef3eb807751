/** Code points. */
const usernameCharsMin = 3;
/** Code points. */
const usernameCharsMax = 30;

/**
 * Letters, numbers, dots, dashes, underscores; letters and numbers at both ends, so that no name reads like a path. None
 * of the letters and marks that are drawn as nothing.
 */
const shape = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}])?$/u;

/** Nobody is called anything else; who may be called so, `readUsername` says. */
export function isUsernameShaped(name: string): boolean {
  const { length } = [...name];
  return length >= usernameCharsMin && length <= usernameCharsMax && shape.test(name);
}
