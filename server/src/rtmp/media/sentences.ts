/** What the host reads in the control room, and the encoder shows where it can. */
export const sentences = {
  codec: (codec: string) =>
    `Your encoder is sending ${codec}. Choose H.264 as the video encoder and restart the stream.`,
  tooLarge: (width: number, height: number) =>
    `Your encoder is sending ${width} × ${height}. Set the output to 1920 × 1080 or smaller and restart the stream.`,
  audioCodec: (codec: string) => `Your encoder is sending ${codec} audio, which viewers can’t hear. Choose AAC.`,
  audioNotDescribed:
    'Your encoder is sending AAC without its configuration, so viewers hear nothing. Restart the stream in your ' +
    'encoder. With ffmpeg, add -bsf:a aac_adtstoasc.',
  bFrames:
    'Your encoder is sending B-frames, so we are transcoding your video. Set B-frames to 0 or tune to zerolatency.',
  rareKeyFrames:
    'Your keyframe interval is too long, so we are transcoding your video. Set the keyframe interval to 2 seconds.',
  unplayable: (what: string, instead: string) =>
    `Your encoder is sending ${what}, which many devices can’t play, so we are transcoding your video. Choose ${instead}.`,
  transcodingFull:
    'We can’t transcode any more streams right now. Set B-frames to 0 and the keyframe interval to 2 seconds, then ' +
    'restart the stream.',
  notStored: 'We can’t store the recording right now. The stream continues while we keep trying.',
  noVideo: 'No video is coming from your encoder.',
  noAudio: 'No audio is coming from your encoder.',
  lowFrameRate: 'Your encoder is sending less than one frame per second.',
  noOpus: 'The audio can’t be decoded. In your encoder, choose AAC (LC) at 48 kHz, then restart the stream.',
  unreadable: 'We couldn’t parse your encoder’s stream. Restart the stream.',
  idle: 'Your encoder sent nothing for ten seconds.',
  full: 'Too many encoders are connected. Try again in a minute.',
  wrongKey: 'This stream key is not valid. Copy the current one from the control room.',
  noKey: 'The stream key is missing. Copy it from the control room.',
  publishOnly: 'This address only accepts streams. To watch, open the event page.',
} as const;
