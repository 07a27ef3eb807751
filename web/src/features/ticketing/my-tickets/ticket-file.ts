/** The content of a saved ticket. */
export interface TicketFile {
  title: string;
  facts: readonly { name: string; value: string }[];
  code: string;
  /** The code as a QR code, as a complete SVG. */
  qr?: string | undefined;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const lineCharsMax = 34;

function lines(title: string): string[] {
  const rows = [''];
  for (const word of title.split(/\s+/)) {
    const row = rows.at(-1)!;
    if (row && `${row} ${word}`.length > lineCharsMax) rows.push(word);
    else rows[rows.length - 1] = row ? `${row} ${word}` : word;
  }
  return rows.slice(0, 4);
}

/** Side of the QR code, and what it takes with the space above it. */
const qrSide = 160;
const qrHeight = 176;

/** A ticket as an SVG file that works offline: black on white, so that it prints. */
export function ticketFile({ title, facts, code, qr }: TicketFile): string {
  const rows = lines(title);
  const factsAt = 76 + rows.length * 30;
  const height = factsAt + 120 + (qr === undefined ? 0 : qrHeight);
  const text = (x: number, y: number, size: number, weight: number, content: string) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}">${escape(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="${height}" viewBox="0 0 480 ${height}"`,
    ' font-family="Inter, Helvetica, Arial, sans-serif" fill="black">',
    '<rect width="100%" height="100%" fill="white"/>',
    text(32, 44, 14, 700, 'Frontrow'),
    ...rows.map((row, i) => text(32, 84 + i * 30, 24, 700, row)),
    ...facts.flatMap(({ name, value }, i) => [
      text(32 + i * 144, factsAt + 14, 12, 400, name),
      text(32 + i * 144, factsAt + 36, 16, 700, value),
    ]),
    text(32, factsAt + 88, 24, 700, code),
    // An SVG within an SVG has a place and a size; the browser drew it, so nothing in it is from people.
    ...(qr === undefined
      ? []
      : [
          qr
            .replaceAll(/^<svg[^>]*>/g, (open) => open.replaceAll(/ (width|height)="[^"]*"/g, ''))
            .replace('<svg', `<svg x="24" y="${factsAt + 112}" width="${qrSide}" height="${qrSide}"`),
        ]),
    '</svg>',
  ].join('');
}
