/** `7` as `07`, as clocks and dates show it. */
export const twoDigits = (value: number | string): string => String(value).padStart(2, '0');
