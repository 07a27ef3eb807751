/** `sizes` of the event page's cover. */
export const coverSizes = '(max-width: 768px) 100vw, 768px';
