/**
 * The words of the pages: which catalogues there are, and how they come. The English decides keys and parameters. The
 * browser loads one language: what every page says at the start, and a page's own words together with the page.
 */
import type { Lang } from '@shop/core/lang';
import type { en } from './en/all.ts';

export type MessageKey = keyof typeof en;

/** A complete catalogue: every key of the English one. */
export type Messages = { readonly [Key in MessageKey]: string };

/**
 * Words of single pages, named in their lines of `routes.tsx`, and of parts that come late (`loadWords` beside them).
 */
const AREAS = {
  en: {
    home: async () => (await import('./en/home.ts')).home,
    listing: async () => (await import('./en/listing.ts')).listing,
    collections: async () => (await import('./en/collections.ts')).collections,
    checkout: async () => (await import('./en/checkout.ts')).checkout,
    drawer: async () => (await import('./en/drawer.ts')).drawer,
    orders: async () => (await import('./en/orders.ts')).orders,
    product: async () => (await import('./en/product.ts')).product,
    forms: async () => (await import('./en/forms.ts')).forms,
    footer: async () => (await import('./en/footer.ts')).footer,
    information: async () => (await import('./en/information.ts')).information,
    identity: async () => (await import('./en/identity.ts')).identity,
    search: async () => (await import('./en/search.ts')).search,
    tracking: async () => (await import('./en/tracking.ts')).tracking,
    account: async () => (await import('./en/account.ts')).account,
    addresses: async () => (await import('./en/addresses.ts')).addresses,
    wishlist: async () => (await import('./en/wishlist.ts')).wishlist,
    menu: async () => (await import('./en/menu.ts')).menu,
    lost: async () => (await import('./en/lost.ts')).lost,
  },
  zh: {
    home: async () => (await import('./zh/home.ts')).home,
    listing: async () => (await import('./zh/listing.ts')).listing,
    collections: async () => (await import('./zh/collections.ts')).collections,
    checkout: async () => (await import('./zh/checkout.ts')).checkout,
    drawer: async () => (await import('./zh/drawer.ts')).drawer,
    orders: async () => (await import('./zh/orders.ts')).orders,
    product: async () => (await import('./zh/product.ts')).product,
    forms: async () => (await import('./zh/forms.ts')).forms,
    footer: async () => (await import('./zh/footer.ts')).footer,
    information: async () => (await import('./zh/information.ts')).information,
    identity: async () => (await import('./zh/identity.ts')).identity,
    search: async () => (await import('./zh/search.ts')).search,
    tracking: async () => (await import('./zh/tracking.ts')).tracking,
    account: async () => (await import('./zh/account.ts')).account,
    addresses: async () => (await import('./zh/addresses.ts')).addresses,
    wishlist: async () => (await import('./zh/wishlist.ts')).wishlist,
    menu: async () => (await import('./zh/menu.ts')).menu,
    lost: async () => (await import('./zh/lost.ts')).lost,
  },
};
export type WordArea = keyof (typeof AREAS)['en'];

/** The document's language and loaded messages; unused on the server. */
let document: { lang: Lang; words: Record<string, string> } | null = null;

/** Returns a language's messages: all on the server, the shared ones in the browser. */
export async function loadMessages(lang: Lang): Promise<Messages> {
  if (import.meta.env.SSR) return lang === 'zh' ? (await import('./zh/all.ts')).zh : (await import('./en/all.ts')).en;
  const words = lang === 'zh' ? (await import('./zh/everywhere.ts')).zh : (await import('./en/everywhere.ts')).en;
  document = { lang, words: { ...words } };
  // `loadWords` adds the rest before a page that needs it renders.
  return document.words as Messages;
}

/** Loads a page's own messages; await it with the page's code. */
export async function loadWords(area: WordArea): Promise<void> {
  if (document === null) return;
  Object.assign(document.words, await AREAS[document.lang][area]());
}
