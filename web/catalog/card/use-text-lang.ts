import type { ProductRow } from '@shop/contract/catalog';
import { useMessagesLocale } from '../../i18n/MessagesProvider.tsx';

/**
 * Returns the value of `lang=` for a product's texts; undefined if it is the page's language. A missing Chinese text
 * falls back to English, which screen readers must pronounce as English (docs/readings.md#36).
 */
export function useTextLang({ text_lang }: Pick<ProductRow, 'text_lang'>): ProductRow['text_lang'] | undefined {
  return text_lang === useMessagesLocale() ? undefined : text_lang;
}
