/** Collects the values of the page's `<Head>` while the server renders, for `head-tags.ts`. */
import { createContext } from 'react';

export type HeadContent = {
  /** Undefined if the page has no title or description of its own. */
  title: string | undefined;
  description: string | undefined;
  /** The full `<title>`, with the shop's name. */
  fullTitle: string;
  /** Canonical path with query, without `lang`. */
  path: string;
  /** Root-relative or absolute. */
  image: string | undefined;
  noIndex: boolean | undefined;
  /** Defaults to `website`. */
  type: 'website' | 'product' | undefined;
};

/** Collects the head of one page during rendering on the server; null in the browser. */
export const HeadContext = /* @__PURE__ */ createContext<{ head: HeadContent | null } | null>(null);
