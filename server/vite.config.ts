/**
 * What `npm start` runs (scripts/launch/server-build.mjs): the server with its libraries, but for those that bring
 * files of their own.
 */
export default {
  // Without React's checks of development a mail takes half the time to write. Our own settings read the environment
  // as it is.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: {
    noExternal: true,
    external: [
      '@fastify/swagger-ui',
      '@node-rs/argon2',
      'fontkit',
      'libxml2-wasm',
      'linebreak',
      'node-datachannel',
      'pdfkit',
      'pino',
      'sharp',
      'tinypool',
    ],
  },
  build: {
    target: 'node24',
    // Traces of errors name what is found in the file.
    minify: false,
    rolldownOptions: {
      // The RTMP listener and the recorder are processes; receipts and link previews are drawn in threads. An image has
      // no checkout for `npm run admin` and `npm run doctor`.
      input: {
        main: 'src/process/main.ts',
        rtmp: 'src/rtmp/main.ts',
        recorder: 'src/recorder/main.ts',
        'receipt-pdf': 'src/features/billing/receipt-pdf.ts',
        'preview-picture': 'src/features/embeds/preview-picture.ts',
        admin: '../scripts/admin.ts',
        doctor: '../scripts/doctor.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].chunk.js', comments: false },
    },
  },
};
