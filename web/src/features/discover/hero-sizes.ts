/** `sizes` of the hero's picture. */
export const heroSizes = '(max-width: 768px) 100vw, 68vw';
