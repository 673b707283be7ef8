/**
 * Provides the page's locale, language and messages: `const t = useT()` and
 * `t('layout.cart_label', { count: 6, amount })`.
 */
import { type Lang, type PageLocale, parseLang } from '@shop/core/lang';
import { formatMessage, type MessageArguments } from '@shop/core/messages/format';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { en } from './en/bundles/all.ts';
import { type MessageKey, type Messages, messagesLocale } from './messages.ts';

/** Messages without parameters. */
export type PlainKey = {
  [Key in MessageKey]: MessageArguments<(typeof en)[Key]> extends [] ? Key : never;
}[MessageKey];

/** Formats a message in the page's language; the English text defines its parameters. */
export type T = <Key extends MessageKey>(key: Key, ...params: MessageArguments<(typeof en)[Key]>) => string;

type PageWords = { locale: PageLocale; lang: Lang; origin: string; t: T };

const WordsContext = createContext<PageWords | null>(null);

/** Returns the function that formats `messages`; `locale` is their locale (`messagesLocale`). */
export function createT(locale: string, messages: Messages): T {
  return (key, ...[params]) => formatMessage(messages[key], params, locale);
}

/** Provides locale, messages and the shop's public origin (`https://shop.example`) for absolute links. */
export function MessagesProvider({
  locale,
  messages,
  origin,
  children,
}: {
  locale: PageLocale;
  messages: Messages;
  origin: string;
  children: ReactNode;
}) {
  const words = useMemo(
    () => ({ locale, lang: parseLang(locale), origin, t: createT(messagesLocale(locale), messages) }),
    [locale, messages, origin],
  );
  return <WordsContext value={words}>{children}</WordsContext>;
}

function useWords(): PageWords {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('The page has no words: it is not inside <ShopWords>');
  return words;
}

export const useT = (): T => useWords().t;
/** The language of the shop's data and of the API's responses. */
export const useLang = (): Lang => useWords().lang;
/** The locale in the page's address, which its links carry on. */
export const usePageLocale = (): PageLocale => useWords().locale;
/** The locale of the page's messages; texts of the shop in another language need a `lang` attribute. */
export const useMessagesLocale = (): string => messagesLocale(useWords().locale);
export const useOrigin = (): string => useWords().origin;
