import { type LocalPage, serveLocally } from './local-page.ts';

/** The floor: nothing but the same picture and a title, from this machine, without script, style file or font. */
export function staticPage(picture: { readonly bytes: Buffer; readonly type: string }): Promise<LocalPage> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floor</title></head><body style="margin:0"><img src="/picture" alt="" width="640" height="360" style="width:100%;height:auto;display:block"><h1>Floor</h1></body></html>`;
  return serveLocally(html, { '/picture': { bytes: picture.bytes, headers: { 'content-type': picture.type } } });
}
