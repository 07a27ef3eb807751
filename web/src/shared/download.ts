/** An iPhone first asks whether to download: what the address leads to must still be there. */
const keptMs = 60_000;

/** Offers text as a file. */
export const download = (name: string, type: string, content: string): void =>
  downloadBlob(name, new Blob([content], { type }));

/** Offers a file that came from the server. */
export function downloadBlob(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
