/** Limits of JSON that arrives as text in a form field. */
export const jsonTextCharsMax = 64 * 1024;
export const jsonTextDepthMax = 8;

export type JsonText = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** Reads JSON text of at most 64 Ki characters, nested at most 8 deep. Anything else is not ok; nothing is thrown. */
export function readJsonText(text: string): JsonText {
  if (text.length > jsonTextCharsMax || depthOf(text) > jsonTextDepthMax) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}

/** How deep brackets nest, before anything is parsed; brackets inside strings do not count. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth);
    else if (char === ']' || char === '}') depth--;
  }
  return deepest;
}
