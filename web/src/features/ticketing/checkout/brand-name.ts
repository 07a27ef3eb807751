/** How people write the brand of a card that providers call `visa`. */
export const brandName = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);
