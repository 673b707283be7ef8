/** Returns the language of a product's texts, if it differs from the page's. */
import type { ProductRow } from '@shop/contract/catalog';
import { useMessagesLocale } from '../../i18n/MessagesProvider.tsx';

/**
 * For `lang=`: a missing Chinese text falls back to English, which screen readers must pronounce as such
 * (docs/readings.md#36).
 */
export function useTextLang({ text_lang }: Pick<ProductRow, 'text_lang'>): ProductRow['text_lang'] | undefined {
  return text_lang === useMessagesLocale() ? undefined : text_lang;
}
