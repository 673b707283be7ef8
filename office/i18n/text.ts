/** Texts of the office: `const t = useText()` and `t('orders.items', { count: 14 })`. */
import { type Lang, parseLang } from '@shop/core/lang';
import { formatMessage, type MessageArguments, type PlainKeyOf } from '@shop/core/messages/format';
import { type I18nProvider, useLocale } from 'ra-core';
import { useMemo } from 'react';
import { currentLocale, setCurrentLocale } from './current-locale.ts';
import type { en, MessageKey } from './en.ts';
import { findMessages, LANGUAGES } from './messages.ts';

/** Formats a message; the English text defines its parameters. */
export type Text = <Key extends MessageKey>(key: Key, ...params: MessageArguments<(typeof en)[Key]>) => string;

/** Messages without parameters. */
export type PlainKey = PlainKeyOf<typeof en>;

/** Formats messages in a language without React. */
export const createText =
  (locale: string): Text =>
  (key, ...[params]) =>
    formatMessage(findMessages(locale)[key], params, locale);

export function useText(): Text {
  const locale = useLocale();
  return useMemo(() => createText(locale), [locale]);
}

/** Returns the language of dates, amounts and the API's texts. */
export const useLang = (): Lang => parseLang(useLocale());

const isKey = (key: string, messages: object): key is MessageKey => key in messages;

/** Translates keys of the catalogue, among them react-admin's own (`ra.…`). Returns any other text unchanged. */
export const i18nProvider: I18nProvider = {
  translate(key, options = {}) {
    const messages = findMessages(currentLocale());
    return isKey(key, messages) ? formatMessage(messages[key], options, currentLocale()) : (options._ ?? key);
  },
  async changeLocale(locale) {
    setCurrentLocale(locale);
  },
  getLocale: currentLocale,
  getLocales: () => Object.entries(LANGUAGES).map(([locale, { name }]) => ({ locale, name })),
};
