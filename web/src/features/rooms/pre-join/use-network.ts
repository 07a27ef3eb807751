import { useEffect, useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { checkNetwork, type NetworkFindings, nothingFound } from './network-check.ts';

/** How often the video engine is asked for while it is being prepared. */
const preparingEveryMs = 2_000;

/** Measures until the room is entered, then follows the video engine until it is ready. */
export function useNetwork(isEntering: boolean): NetworkFindings {
  const [findings, setFindings] = useState(nothingFound);
  useEffect(() => {
    if (isEntering) return undefined;
    const stop = new AbortController();
    void checkNetwork((finding) => setFindings((before) => ({ ...before, ...finding })), stop.signal).catch(
      () => undefined,
    );
    return () => stop.abort();
  }, [isEntering]);
  const waiting = findings.videoRoom !== null && findings.videoRoom !== 'ready';
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => {
      void call('GET /client_config')
        .then(({ video }) => setFindings((before) => ({ ...before, videoRoom: video })))
        .catch(() => undefined);
    }, preparingEveryMs);
    return () => clearInterval(timer);
  }, [waiting]);
  return findings;
}
