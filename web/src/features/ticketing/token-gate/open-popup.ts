/** In the press itself: browsers open a window only then. Null where they block it. */
export const openPopup = (): Window | null => window.open('', '_blank', 'popup,width=480,height=720');
