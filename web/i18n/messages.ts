/**
 * Loads message catalogues. The English one decides keys and parameters. The browser loads one language in two files:
 * `everywhere` before the first page renders, `rest` along with any other page or lazy part (`lazy.tsx`).
 */
import type { Lang } from '@shop/core/lang';
import type { en } from './en/bundles/all.ts';

export type MessageKey = keyof typeof en;

/** A complete catalogue: every key of the English one. */
export type Messages = { readonly [Key in MessageKey]: string };

/** The document's language and loaded messages; unused on the server. */
let document: { lang: Lang; messages: Record<string, string> } | null = null;

/** Returns a language's messages: all on the server, the first ones in the browser. */
export async function loadMessages(lang: Lang): Promise<Messages> {
  if (import.meta.env.SSR)
    return lang === 'zh' ? (await import('./zh/bundles/all.ts')).zh : (await import('./en/bundles/all.ts')).en;
  const { everywhere } = await (lang === 'zh'
    ? import('./zh/bundles/everywhere.ts')
    : import('./en/bundles/everywhere.ts'));
  document = { lang, messages: { ...everywhere } };
  // `loadRemainingMessages` adds the rest before anything that needs it renders.
  return document.messages as Messages;
}

/** Loads the messages that are not loaded first. */
export async function loadRemainingMessages(): Promise<void> {
  if (document === null) return;
  const { rest } = await (document.lang === 'zh' ? import('./zh/bundles/rest.ts') : import('./en/bundles/rest.ts'));
  Object.assign(document.messages, rest);
}
