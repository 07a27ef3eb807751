import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

export type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight';

/** A shorter movement is a press, not a drag. */
const dragFromPx = 24;

const cornerOf = (top: boolean, left: boolean): Corner =>
  top ? (left ? 'topLeft' : 'topRight') : left ? 'bottomLeft' : 'bottomRight';

/** The neighbouring corner in the direction of an arrow key. */
function moved(corner: Corner, key: string): Corner {
  const top = corner.startsWith('top');
  const left = corner.endsWith('Left');
  if (key === 'ArrowUp') return cornerOf(true, left);
  if (key === 'ArrowDown') return cornerOf(false, left);
  if (key === 'ArrowLeft') return cornerOf(top, true);
  return cornerOf(top, false);
}

/**
 * The corner of the stage in which something lies. A button with the props of `handle` drags it or moves it by arrow
 * keys.
 */
export function useCorner(first: Corner) {
  const [corner, setCorner] = useState(first);
  const [drag, setDrag] = useState<{ x: number; y: number } | null>(null);
  const from = useRef({ x: 0, y: 0 });

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
    setDrag({ x: 0, y: 0 });
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>): void => {
    if (drag) setDrag({ x: event.clientX - from.current.x, y: event.clientY - from.current.y });
  };
  const onPointerUp = (event: PointerEvent<HTMLButtonElement>): void => {
    const stage = event.currentTarget.closest('[data-stage]')?.getBoundingClientRect();
    const far = drag !== null && Math.hypot(drag.x, drag.y) > dragFromPx;
    setDrag(null);
    if (stage && far)
      setCorner(cornerOf(event.clientY < stage.top + stage.height / 2, event.clientX < stage.left + stage.width / 2));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    setCorner(moved(corner, event.key));
  };
  const onPointerCancel = (): void => setDrag(null);
  return { corner, drag, handle: { onKeyDown, onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
