/**
 * Provides the page's locale, language and messages: `const t = useT()` and
 * `t('layout.cart_label', { count: 6, amount })`.
 */
import { type Lang, type PageLocale, parseLang } from '@shop/core/lang';
import { formatMessage, type MessageArguments, type PlainKeyOf } from '@shop/core/messages/format';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { en } from './en/bundles/all.ts';
import { type MessageKey, type Messages, pickMessagesLocale } from './messages.ts';

/** Messages without parameters. */
export type PlainKey = PlainKeyOf<typeof en>;

/** Formats a message in the page's language; the English text defines its parameters. */
export type T = <Key extends MessageKey>(key: Key, ...params: MessageArguments<(typeof en)[Key]>) => string;

type PageTexts = { locale: PageLocale; lang: Lang; origin: string; t: T };

const TextsContext = createContext<PageTexts | null>(null);

/** Returns the function that formats `messages`; `locale` is their locale (`pickMessagesLocale`). */
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
  const texts = useMemo(
    () => ({ locale, lang: parseLang(locale), origin, t: createT(pickMessagesLocale(locale), messages) }),
    [locale, messages, origin],
  );
  return <TextsContext value={texts}>{children}</TextsContext>;
}

function usePageTexts(): PageTexts {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('The page has no texts: it is not inside <MessagesProvider>');
  return texts;
}

export const useT = (): T => usePageTexts().t;
/** The language of the shop's data and of the API's responses. */
export const useLang = (): Lang => usePageTexts().lang;
/** The locale in the page's address, which its links carry on. */
export const usePageLocale = (): PageLocale => usePageTexts().locale;
/** The locale of the page's messages; texts of the shop in another language need a `lang` attribute. */
export const useMessagesLocale = (): string => pickMessagesLocale(usePageTexts().locale);
export const useOrigin = (): string => usePageTexts().origin;
