/** Code points. */
const usernameCharsMin = 3;
/** Code points. */
const usernameCharsMax = 30;

/**
 * Letters, numbers, dots, dashes and underscores, with a letter or number at both ends, so that no username reads like
 * a path. No letter or mark that is drawn as nothing.
 */
const shape = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}])?$/u;

/** True for a text that has the shape of a username. Whether somebody may take it is decided by `readUsername`. */
export function isUsernameShaped(name: string): boolean {
  const { length } = [...name];
  return length >= usernameCharsMin && length <= usernameCharsMax && shape.test(name);
}
