/**
 * Loads message catalogues: a folder per locale. The English one decides keys and parameters. The browser loads one
 * locale in two files: `everywhere` before the first page renders, `rest` along with any other page or lazy part
 * (`lazy.tsx`).
 */
import type { PageLocale } from '@shop/core/lang';
import type { en } from './en/bundles/all.ts';

export type MessageKey = keyof typeof en;

/** A complete catalogue: every key of the English one. */
export type Messages = { readonly [Key in MessageKey]: string };

type MessageBundle = 'everywhere' | 'rest';

const BUNDLES = import.meta.glob<Record<MessageBundle, Record<string, string>>>('./*/bundles/{everywhere,rest}.ts');

const toBundleFile = (folder: string, bundle: MessageBundle) => `./${folder}/bundles/${bundle}.ts`;

/** Returns the folder of a locale's messages: its own, or the English one. */
export const pickMessagesFolder = (locale: PageLocale): string =>
  toBundleFile(locale, 'everywhere') in BUNDLES ? locale : 'en';

/** Returns the locale of a page's messages, `en` for one without messages of its own. */
export const pickMessagesLocale = (locale: PageLocale): string =>
  locale === 'ar-XB' ? locale : pickMessagesFolder(locale);

async function loadBundle(locale: PageLocale, bundle: MessageBundle): Promise<Record<string, string>> {
  const messages = (await BUNDLES[toBundleFile(pickMessagesFolder(locale), bundle)]?.())?.[bundle] ?? {};
  return locale === 'ar-XB' ? (await import('./pseudo-locale.ts')).pseudoLocalize(messages) : messages;
}

/** The document's locale and loaded messages; unused on the server. */
let documentMessages: { locale: PageLocale; messages: Record<string, string> } | null = null;

/** Returns a locale's messages: all on the server, the `everywhere` bundle in the browser. */
export async function loadMessages(locale: PageLocale): Promise<Messages> {
  const messages = { ...(await loadBundle(locale, 'everywhere')) };
  if (import.meta.env.SSR) Object.assign(messages, await loadBundle(locale, 'rest'));
  else documentMessages = { locale, messages };
  // `loadRemainingMessages` adds the `rest` bundle before a component that needs it renders.
  return messages as Messages;
}

/** Loads the messages that are not loaded first. */
export async function loadRemainingMessages(): Promise<void> {
  if (documentMessages === null) return;
  Object.assign(documentMessages.messages, await loadBundle(documentMessages.locale, 'rest'));
}
