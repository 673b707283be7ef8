/** Notes in an order's history: a text by staff for the shopper, or a predefined reason. */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';

/** A reason of the shop's own, stored by code and worded in the reader's language. */
export type OrderReason = { note_code: 'order_note.unpaid'; note_params: { minutes: number } };

/** An entry's note: staff's own words, or a reason. */
export type OrderNote = {
  note: string | null;
  note_code: OrderReason['note_code'] | null;
  note_params: OrderReason['note_params'] | null;
};

export const reasonText = ({ note_code, note_params }: OrderReason, lang: Lang): string =>
  word(lang, note_code, note_params);

/** Returns the note in a language; staff's words stay as they were written. */
export function noteText({ note, note_code, note_params }: OrderNote, lang: Lang): string | null {
  return note_code === null || note_params === null ? note : reasonText({ note_code, note_params }, lang);
}
