import type { QueryClient } from '@tanstack/react-query';
import type { WireError } from '#web/shared/api/refusal.ts';

/** What a crawler and a shared link are told about a page. */
export interface PageFacts {
  /** Without the product's name. */
  readonly title?: string;
  readonly description: string;
  /** The one address of this content: path, and search where it matters. */
  readonly canonical: string;
  readonly noindex?: boolean;
  readonly type?: 'website' | 'profile';
  /** The picture a shared link shows; absolute, or a path of ours. */
  readonly image?: string | undefined;
  readonly imageSize?: { readonly width: number; readonly height: number };
  /** The picture that is seen first, and how wide it is drawn: fetched before anything else. */
  readonly first?: { readonly src: string; readonly sizes: string } | undefined;
  /** Username of the host whose page it is, or whose event, for `first-paint.js`. */
  readonly host?: string;
  /** schema.org data. */
  readonly data?: object;
  /** The same content for other programs: feeds, oEmbed. Paths of ours. */
  readonly alternates?: readonly { readonly type: string; readonly path: string; readonly title: string }[];
}

export interface PageRequest {
  readonly client: QueryClient;
  readonly path: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
  readonly now: number;
  readonly publicUrl: string;
}

/** A page the server draws: the same component, filled by the same calls. */
export interface PublicPage {
  /** Row of the route table. */
  readonly path: string;
  /** Modules whose styles the first screen needs and whose code it starts with. */
  readonly modules: readonly string[];
  /** The part of the search that changes the page; everything else shares one drawing. */
  readonly search?: (search: URLSearchParams) => URLSearchParams;
  /** Asks for what the address names; undefined where every address of this row is a page. */
  readonly names?: (params: PageRequest['params'], client: QueryClient) => Promise<unknown>;
  /** Fills the client with what the page asks for; nothing: there is no such page. */
  readonly prepare: (request: PageRequest) => Promise<PageFacts | undefined>;
}

/** How the server answers a call of the contract in its own process, as an anonymous visitor. */
export type AnswerInProcess = (
  call: string,
  parts: { readonly params?: object | undefined; readonly query?: object | undefined },
) => Promise<{ readonly data: unknown } | { readonly status: number; readonly errors: readonly WireError[] }>;
