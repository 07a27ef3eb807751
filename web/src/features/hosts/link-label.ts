import { webLink } from '@frontrow/core/hosts/host-profile.ts';

/**
 * An address that may become a link, or undefined: what is stored was checked, and is checked again where it is used.
 */
export const safeHref = (link: string): string | undefined => webLink(link);

/** `https://www.noravale.example/songs/` as people say it: `noravale.example/songs`. */
export const linkLabel = (link: string): string => link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
