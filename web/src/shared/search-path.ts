/** Everything with this tag. */
export const tagPath = (tag: string): string => `/search/${encodeURIComponent(tag)}`;

/** The page of a search. */
export const searchPath = (text: string): string => `/search?${new URLSearchParams({ q: text })}`;
