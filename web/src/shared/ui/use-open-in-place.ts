import { type RefObject, useEffect, useRef, useState } from 'react';

interface OpenInPlace {
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  /** For the button that opens it again, and has the keyboard when it closes. */
  readonly face: RefObject<HTMLButtonElement | null>;
}

/**
 * A menu whose code came when its button was pressed: its own button takes that one's place, with the keyboard, and
 * it opens.
 */
export function useOpenInPlace(): OpenInPlace {
  const [opened, setOpened] = useState(false);
  const face = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    face.current?.focus();
    setOpened(true);
  }, []);
  return { opened, setOpened, face };
}
