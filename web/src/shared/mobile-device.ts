import { useMediaQuery } from '@mantine/hooks';

/** A narrow screen, or one that is touched and knows no hovering: also a phone on its side, and a tablet. */
const query = '(max-width: 48em), (pointer: coarse) and (hover: none)';

/** What the specification calls mobile: no polls, no upload tools. */
export const isMobileDevice = (): boolean => typeof matchMedia === 'function' && matchMedia(query).matches;

/** The same, for as long as it is looked at. */
export const useMobileDevice = (): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false });
