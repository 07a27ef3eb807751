/** Widths in px at which the server keeps every cover: `…/<name>-1280.webp` and its smaller sisters. */
const widths = [384, 768, 1280] as const;

/** The `srcset` of a cover the server rasterised, or nothing for a picture of another kind. */
export function coverSources(src: string): string | undefined {
  const match = /^(.*)-1280\.(webp|avif|jpg)$/.exec(src);
  return match ? widths.map((width) => `${match[1]}-${width}.${match[2]} ${width}w`).join(', ') : undefined;
}
