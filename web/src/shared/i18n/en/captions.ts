/** Captions in a room: how viewers see them, and the speaker's consent. */
export default {
  label: 'Captions',
  button: 'Captions',
  hide: 'Hide caption settings',
  size: {
    label: 'Caption size',
    off: 'Off',
    small: 'Small',
    medium: 'Medium',
    large: 'Large',
  },
  speaker: {
    title: 'Caption what you say',
    text: 'Viewers read your words as you speak, and the host keeps them as a transcript. Choose where your sound is turned into text:',
    running: 'You’re being captioned.',
    muted: 'Turn your microphone on to be captioned.',
    stop: 'Stop my captions',
  },
  sources: {
    device: 'On this device',
    deviceText: 'Your sound stays in this browser.',
    server: 'On {{server}}',
    serverText: 'Your sound is sent to {{server}}, the transcription server of this site.',
    serverNone: 'On this site’s server',
    cloud: 'With your browser’s speech service',
    cloudText: 'Your sound is sent to the company that makes your browser.',
  },
  troubles: {
    noRecognizer: 'This browser has no speech recognition. Use Chrome, Edge or Safari.',
    noDeviceModel: 'This browser can’t recognize your language without sending sound away.',
    noServer: 'This site has no transcription server.',
  },
  ended: {
    denied: 'Your browser doesn’t allow speech recognition. Allow it for this site, then try again.',
    language: 'Your browser can’t recognize your language. Choose another way.',
    failed: 'Speech recognition stopped working. Try again, or choose another way.',
  },
};
