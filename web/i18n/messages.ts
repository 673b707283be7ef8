/** The words of the pages: which catalogues there are, and how one is fetched. The English decides keys and parameters. */
import type { Lang } from '@shop/core/lang';
import type { en } from './en/all.ts';

export type MessageKey = keyof typeof en;

/** A language's whole catalogue: every key of the English, none missing. */
export type Messages = { readonly [Key in MessageKey]: string };

/** Fetches one language's words; a page loads only its own. */
export async function loadMessages(lang: Lang): Promise<Messages> {
  return lang === 'zh' ? (await import('./zh/all.ts')).zh : (await import('./en/all.ts')).en;
}
