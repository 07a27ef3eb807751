import type { Language } from '@frontrow/core/kernel/language.ts';

/** A page as the server sends it. */
export interface Drawing {
  readonly status: 200 | 404;
  readonly html: string;
  /** Reachable, but not for lists and search engines. */
  readonly noindex: boolean;
}

/** Draws public pages; what it draws with is no business of the server. */
export interface PageRenderer {
  /** The one address of everything that shows the same page; undefined: the browser draws this one alone. */
  addressOf(url: string): string | undefined;
  draw(address: string, now: number, language: Language): Promise<Drawing>;
  /** Whether there is such a page; costs much less than drawing it. */
  exists(address: string): Promise<boolean>;
}

export interface WireErrorLine {
  readonly message: string;
  readonly code: string;
  readonly field?: string;
}

/** Answers a call of the contract for an anonymous visitor, without the network. */
export type AnswerInProcess = (
  call: string,
  parts: { readonly params?: object | undefined; readonly query?: object | undefined },
) => Promise<{ readonly data: unknown } | { readonly status: number; readonly errors: readonly WireErrorLine[] }>;
