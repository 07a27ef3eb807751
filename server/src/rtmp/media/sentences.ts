/** What the host reads, and the encoder where it shows it. */
export const sentences = {
  codec: (codec: string) => `Your encoder sends ${codec}. Choose H.264 as the video encoder and start again.`,
  tooLarge: (width: number, height: number) =>
    `Your encoder sends ${width} × ${height}. Set the output to 1920 × 1080 or smaller and start again.`,
  soundCodec: (codec: string) => `Your encoder sends sound as ${codec}, which viewers cannot hear. Choose AAC.`,
  soundNotDescribed:
    'Your encoder sends AAC without its description, so viewers hear nothing. Start the stream again in the encoder; ' +
    'with ffmpeg, add -bsf:a aac_adtstoasc.',
  bFrames: 'Your encoder sends B-frames, so the picture is encoded again here. Set them to 0, or tune to zerolatency.',
  rareKeyFrames:
    'Key frames come too rarely, so the picture is encoded again here. Set the key frame interval to 2 seconds.',
  unplayable: (what: string, instead: string) =>
    `Your encoder sends ${what}, which many devices can’t play, so we are transcoding your video. Choose ${instead}.`,
  reencodingFull:
    'Too many pictures are being encoded again here. Set B-frames to 0 and the key frame interval to 2 seconds, ' +
    'and start again.',
  notKept: 'The recording cannot be stored right now. We keep trying; the stream goes on.',
  noPicture: 'No picture comes from your encoder.',
  noSound: 'No sound comes from your encoder.',
  fewPictures: 'Your encoder sends less than one picture a second.',
  noOpus: 'The audio can’t be decoded. In your encoder, choose AAC (LC) at 48 kHz, then restart the stream.',
  unreadable: 'Your encoder sent what cannot be read as a stream. Start the stream again.',
  idle: 'Your encoder sent nothing for ten seconds.',
  full: 'Too many encoders are connected. Try again in a minute.',
  wrongKey: 'This stream key is not valid. Copy the present one from the control room.',
  noKey: 'The stream key is missing. Copy it from the control room.',
  publishOnly: 'This address takes streams. To watch, open the event.',
} as const;
