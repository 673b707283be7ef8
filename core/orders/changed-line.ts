/** Formats the outcome of picking for a line of an order (docs/readings.md#95). */
import { type Lang, textIn } from '../lang.ts';
import { word } from '../messages/words.ts';

type BilingualNames = { name_en: string; name_zh: string | null };

/** A line for which fewer units than ordered are delivered, or other goods. */
export type ChangedLine = BilingualNames & {
  ordered: number;
  /** Units of the ordered goods that are delivered. */
  quantity: number;
  replacement?: (BilingualNames & { quantity: number }) | null | undefined;
};

/** Formats a changed line, such as "Fresh Milk: 2 of 3". */
export function formatChangedLine({ replacement, ordered, quantity, ...names }: ChangedLine, lang: Lang): string {
  const name = textIn(lang, names.name_en, names.name_zh);
  if (replacement == null) {
    return quantity === 0
      ? word(lang, 'order_note.line_none', { name })
      : word(lang, 'order_note.line_short', { name, quantity, ordered });
  }
  const other = `${replacement.quantity} × ${textIn(lang, replacement.name_en, replacement.name_zh)}`;
  return quantity === 0
    ? word(lang, 'order_note.line_replaced', { name, replacement: other })
    : word(lang, 'order_note.line_partly_replaced', { name, quantity, ordered, replacement: other });
}
