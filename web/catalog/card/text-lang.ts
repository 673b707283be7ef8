/** Says in which language a product's texts are, if it is not the page's. */
import type { ProductRow } from '@shop/contract/catalog';
import { useLang } from '../../i18n/MessagesProvider.tsx';

/** For `lang=`: English stands in for a missing Chinese text, and screen readers need to know (docs/readings.md#36). */
export function useTextLang({ text_lang }: Pick<ProductRow, 'text_lang'>): ProductRow['text_lang'] | undefined {
  return text_lang === useLang() ? undefined : text_lang;
}
