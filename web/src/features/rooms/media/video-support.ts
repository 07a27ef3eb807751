/** Missing in few browsers, and turned off in an iPhone's Lockdown Mode. */
export const carriesVideo = (): boolean => typeof RTCPeerConnection !== 'undefined';

/**
 * Whether this browser can show H.264, which encoders send. Firefox cannot until it has downloaded OpenH264, which it
 * does in the background after its first start, and never on a closed network. Browsers that do not list their codecs
 * are taken to have it.
 */
export function playsH264(): boolean {
  if (typeof RTCRtpReceiver === 'undefined') return false;
  const codecs = RTCRtpReceiver.getCapabilities?.('video')?.codecs;
  return codecs === undefined || hasH264(codecs);
}

/** Whether this browser is known to send H.264. */
export const sendsH264 = (): boolean =>
  typeof RTCRtpSender !== 'undefined' && hasH264(RTCRtpSender.getCapabilities?.('video')?.codecs ?? []);

const hasH264 = (codecs: readonly RTCRtpCodec[]): boolean =>
  codecs.some(({ mimeType }) => mimeType.toLowerCase() === 'video/h264');
