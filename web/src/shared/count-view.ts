import { cutText } from '@frontrow/core/kernel/text.ts';
import { call } from '#web/shared/api/call.ts';

export type Looked = 'page' | 'host' | 'checkout';

const charsMax = 300;

/**
 * Says once that somebody looked at an event's page or a host's, or opened a checkout; without cookies. Whether it is
 * heard does not matter.
 */
export function countView(name: string, looked: Looked): void {
  const ref = cutText(new URLSearchParams(window.location.search).get('ref') ?? '', charsMax);
  const referrer = cutText(document.referrer, charsMax);
  void call('POST /views', {
    body: {
      ...(looked === 'host' ? { username: name } : { event_uuid: name }),
      what: looked === 'checkout' ? 'checkout' : 'page',
      ...(ref && { ref }),
      ...(referrer && { referrer }),
    },
  }).catch(() => undefined);
}
