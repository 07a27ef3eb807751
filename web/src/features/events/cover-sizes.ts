/** How wide the event page's cover is drawn. */
export const coverSizes = '(max-width: 768px) 100vw, 768px';
