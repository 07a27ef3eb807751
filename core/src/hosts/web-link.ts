/**
 * A web address people may publish: http or https, a host name with a dot, no user name in front of it (which could
 * pose as another site), nothing that would end an attribute.
 */
const shape =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]*[\p{L}\p{N}](?::\d{1,5})?(?:[/?#][^\s<>"'\\^`{|}\p{Cc}\p{Bidi_Control}]*)?$/iu;
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The address as it is kept, `https://` in front when none was typed; undefined for anything else than a web address.
 */
export function webLink(typed: string): string | undefined {
  const text = typed.trim();
  const link = scheme.test(text) ? text : `https://${text}`;
  return shape.test(link) ? link : undefined;
}
