import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ChatLine, newestOf } from '../model/chat-lines.ts';

/** Nearer to the end than this the list follows new messages. */
const nearEndPx = 80;

interface Followed {
  readonly lines: readonly ChatLine[];
  /** Whose own messages are always scrolled to. */
  readonly username: string;
  /** Changes the height of the list's end without a new message. */
  readonly below: string | undefined;
  /** The reader went up, or is at the end again. */
  readonly onAway: (isAway: boolean) => void;
}

interface Following {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly behind: boolean;
  readonly toEnd: () => void;
}

/**
 * Keeps the chat at its newest message while the reader is at the end. `behind`: there are newer messages than the
 * reader sees; `toEnd` goes there.
 */
export function useFollowNewest({ lines, username, below, onAway }: Followed): Following {
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [behind, setBehind] = useState(false);
  const last = lines.at(-1);
  const newest = newestOf(lines);
  const before = useRef({ last, newest });

  useLayoutEffect(() => {
    const element = list.current;
    const was = before.current;
    before.current = { last, newest };
    if (!element) return;
    // Own messages are scrolled to; messages of others do not move somebody who reads above.
    const isSaid = last?.seq === null && last.clientId !== was.last?.clientId;
    // A removed message changes or disappears, too: only a higher number is new.
    const isNews = (newest?.seq ?? 0) > (was.newest?.seq ?? 0);
    const isHeard = isNews && newest?.username === username;
    if (follows.current || isSaid || isHeard) element.scrollTop = element.scrollHeight;
    else if (isNews) setBehind(true);
  }, [last, newest, username]);

  useLayoutEffect(() => {
    if (follows.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [below]);

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const sizeNow = (): string => `${element.clientWidth} ${element.clientHeight}`;
    let size = sizeNow();
    const onScroll = (): void => {
      // A scroll that comes with another size is not the reader's.
      if (size !== sizeNow()) return;
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx;
      onAway(!follows.current);
      if (follows.current) setBehind(false);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // A phone's keyboard, a turned phone or a smaller window covers the newest messages.
    const onResize = new ResizeObserver(() => {
      size = sizeNow();
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    onResize.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      onResize.disconnect();
      onAway(false);
    };
  }, [onAway]);

  return {
    list,
    behind,
    toEnd: () => {
      follows.current = true;
      setBehind(false);
      onAway(false);
      if (list.current) list.current.scrollTop = list.current.scrollHeight;
    },
  };
}
