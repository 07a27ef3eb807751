/**
 * A picture that carries the time at which it was drawn: a row of black and white fields, one a bit of the
 * milliseconds since 1970, the lowest sixteen of them.
 */
export const picture = { width: 640, height: 360, framesPerSecond: 30, bits: 16 } as const;
const { width, height, bits } = picture;
const fieldWidth = width / bits;

/** The picture as bytes of grey, for an encoder program. */
export function greyPicture(at: number): Uint8Array {
  const row = new Uint8Array(width);
  for (let bit = 0; bit < bits; bit++) row.fill(at & (1 << bit) ? 235 : 16, bit * fieldWidth, (bit + 1) * fieldWidth);
  const all = new Uint8Array(width * height);
  for (let line = 0; line < height; line++) all.set(row, line * width);
  return all;
}

/** What a page needs to draw such pictures and to read them; it is put into the page as text. */
export const inPage = `
const { width, height, framesPerSecond, bits } = ${JSON.stringify(picture)};
const lasts = 2 ** bits;

/** A stream of pictures with the time, as a camera would send. */
globalThis.timePictures = () => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  setInterval(() => {
    const at = Date.now();
    for (let bit = 0; bit < bits; bit++) {
      pen.fillStyle = at & (1 << bit) ? 'white' : 'black';
      pen.fillRect((bit * width) / bits, 0, width / bits, height);
    }
  }, 1000 / framesPerSecond);
  return canvas.captureStream(framesPerSecond);
};

/** How old each picture of a video element is when it is shown, in milliseconds. */
globalThis.agesOf = (video, count) =>
  new Promise((resolve) => {
    const pen = Object.assign(document.createElement('canvas'), { width: bits, height: 1 })
      .getContext('2d', { willReadFrequently: true });
    const ages = [];
    const look = () => {
      const now = Date.now();
      pen.drawImage(video, 0, 0, bits, 1);
      const { data } = pen.getImageData(0, 0, bits, 1);
      let at = 0;
      for (let bit = 0; bit < bits; bit++) if (data[bit * 4] > 127) at |= 1 << bit;
      ages.push(((now % lasts) - at + lasts) % lasts);
      if (ages.length < count) video.requestVideoFrameCallback(look);
      else resolve(ages);
    };
    video.requestVideoFrameCallback(look);
  });

globalThis.showing = async (track) => {
  const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
  video.srcObject = new MediaStream([track]);
  document.body.append(video);
  await video.play();
  return video;
};
`;
