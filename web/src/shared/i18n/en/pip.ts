/** The stage on top of other windows. */
export default {
  open: 'Picture in picture',
  close: 'Close picture in picture',
  title: 'Stage',
  noVideo: 'There’s no picture yet. Try again when the host’s camera is on.',
  failed: 'Your browser didn’t open the window. Press the button again.',
  muted: 'You’re muted',
};
