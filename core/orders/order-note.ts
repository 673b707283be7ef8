/** Notes in an order's history: a text by staff for the shopper, or a predefined reason. */
import { formatSlot } from '../dates.ts';
import { type Lang, textIn } from '../lang.ts';
import { word } from '../messages/words.ts';
import { type ChangedLine, formatChangedLine } from './changed-line.ts';

/**
 * A predefined reason, stored by code and worded in the reader's language. After a failed delivery the shop delivers
 * the order again, at a new time if staff moved it, or cancels it. Before it is packed, staff may change slot and
 * address; they may withdraw a refund that is not approved. While it is picked, lines may be short or replaced.
 * `reason` is the text that staff wrote.
 */
export type OrderReason =
  | { note_code: 'order_note.unpaid'; note_params: { minutes: number } }
  | { note_code: 'order_note.returned' | 'order_note.cash'; note_params?: null }
  | { note_code: 'order_note.delivery_again' | 'order_note.delivery_failed'; note_params: { reason: string } }
  | { note_code: 'order_note.address_changed' | 'order_note.refund_withdrawn'; note_params: { reason: string } }
  | {
      note_code: 'order_note.line_short' | 'order_note.line_replaced' | 'order_note.line_undone';
      note_params: ChangedLine;
    }
  | {
      note_code: 'order_note.delivery_moved' | 'order_note.slot_changed' | 'order_note.slot_and_address_changed';
      note_params: { reason: string; starts_at: string; ends_at: string };
    };

/** An entry's note: staff's own words, or a reason. */
export type OrderNote = { note: string | null } & (OrderReason | { note_code: null; note_params: null });

/** Formats a reason in words. */
export function formatOrderReason({ note_code, note_params }: OrderReason, lang: Lang): string {
  switch (note_code) {
    case 'order_note.unpaid':
      return word(lang, note_code, note_params);
    case 'order_note.returned':
    case 'order_note.cash':
      return word(lang, note_code);
    case 'order_note.delivery_moved':
    case 'order_note.slot_changed':
    case 'order_note.slot_and_address_changed':
      return word(lang, note_code, { reason: note_params.reason, slot: formatSlot(note_params, lang) });
    case 'order_note.line_short':
    case 'order_note.line_replaced':
      return formatChangedLine(note_params, lang);
    case 'order_note.line_undone':
      return word(lang, note_code, { name: textIn(lang, note_params.name_en, note_params.name_zh) });
    default:
      return word(lang, note_code, note_params);
  }
}

/** Returns the note in a language; staff's words stay as they were written. */
export const formatOrderNote = (entry: OrderNote, lang: Lang): string | null =>
  entry.note_code === null ? entry.note : formatOrderReason(entry, lang);

/** Returns whether the note is about a failed delivery. */
export const isFailedDelivery = ({ note_code }: OrderNote): boolean =>
  note_code?.startsWith('order_note.delivery_') ?? false;
