/** Which language a product's texts are in, where it is not the page's. */
import type { ProductRow } from '@shop/contract/catalog';
import { useLang } from '../../i18n/MessagesProvider.tsx';

/** For `lang=`: the English stands where a Chinese text is missing, and says so to whoever reads it out (docs/readings.md#36). */
export function useTextLang({ text_lang }: Pick<ProductRow, 'text_lang'>): ProductRow['text_lang'] | undefined {
  return text_lang === useLang() ? undefined : text_lang;
}
