import { type RefObject, useEffect } from 'react';

/** What an open room changes about the page around it. */
export function useOpenRoom(title: string): void {
  useEffect(() => {
    document.title = `${title} · Frontrow`;
    // While a room is open toasts stay clear of the controls and the chat.
    document.body.dataset['room'] = 'open';
    // The panel is at the bottom, and a keyboard would lie over the field it was opened for.
    const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
    const before = viewport?.content ?? '';
    if (viewport) viewport.content = `${before}, interactive-widget=resizes-content`;
    return () => {
      delete document.body.dataset['room'];
      if (viewport) viewport.content = before;
    };
  }, [title]);
}

/** Marks the page while the panel next to the stage is open, and keeps the focus when it closes. */
export function usePanelMark(room: RefObject<HTMLElement | null>, open: boolean): void {
  useEffect(() => {
    document.body.dataset['roomPanel'] = open ? 'open' : 'closed';
    // The panel may have disappeared with the button that had the focus: it moves to the button that shows the panel.
    if (!open && document.activeElement === document.body)
      room.current?.querySelector<HTMLElement>('[aria-keyshortcuts="C"]')?.focus({ preventScroll: true });
    return () => {
      delete document.body.dataset['roomPanel'];
    };
  }, [room, open]);
}
