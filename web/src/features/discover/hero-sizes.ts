/** How wide the hero's picture is drawn. */
export const heroSizes = '(max-width: 768px) 100vw, 68vw';
