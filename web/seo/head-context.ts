/** What the page's `<Head>` says, noted while the server renders: from it `head-tags.ts` makes what only other sites' programs read. */
import { createContext } from 'react';

export type HeadContent = {
  /** The page's own title and description; undefined where it has none. */
  title: string | undefined;
  description: string | undefined;
  /** As the `<title>` says it, the shop's name included. */
  fullTitle: string;
  /** The page's one address, path with query and without `lang`. */
  path: string;
  /** Root-relative or absolute. */
  image: string | undefined;
  noIndex: boolean | undefined;
  /** `website` where it says nothing. */
  type: 'website' | 'product' | undefined;
};

/** The server's notepad for one page; the browser has none. */
export const HeadContext = /* @__PURE__ */ createContext<{ head: HeadContent | null } | null>(null);
