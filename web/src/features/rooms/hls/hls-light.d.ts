/** The light build has the same types, and the library ships none for it. */
declare module 'hls.js/light' {
  export { default as Hls, ErrorTypes, Events } from 'hls.js';
}
declare module 'hls.js/dist/hls.light.mjs' {
  export { M3U8Parser } from 'hls.js';
}
