/**
 * SQL of the units of an order's lines that staff pick: the ordered ones without those that were refunded before the
 * line was decided (docs/readings.md#95).
 */

/**
 * SQL condition: the units of refund `r` were refunded before its order was packed, so they are not in the bags. The
 * items of a short refund were missing when the line was picked, which its decision records.
 */
export const IS_BEFORE_PACKING = `r.reason <> 'short' and r.state <> 'withdrawn' and not exists (
  select from order_history h where h.order_id = r.order_id and h.status = 'packed' and h.at <= r.created_at)`;

/** SQL `from` and `where`: the items `item` of the refunds of order `id` that were made before it was packed. */
export const selectItemsBeforePacking = (id: string): string =>
  `from refunds r, jsonb_array_elements(r.items) item where r.order_id = ${id} and ${IS_BEFORE_PACKING}`;

/** SQL expression: the units of line `l` that were refunded before its order was packed. */
export const REFUNDED_UNITS = `(select coalesce(sum((item ->> 'quantity')::integer), 0)
  ${selectItemsBeforePacking('l.order_id')} and (item ->> 'position')::integer = l.position)`;

/** SQL expression: the units of line `l` that are still to pick, or to pack, if the line is not decided. */
export const UNITS_LEFT = `(l.quantity - ${REFUNDED_UNITS})`;

/**
 * SQL expression: the units of line `l` to pick, or those that its decision `k` was about: found, replaced and missing
 * ones. The decision's refund has the missing units. Later refunds and their withdrawals do not change a decided line.
 */
export const UNITS_TO_PICK = `case when k.position is null then ${UNITS_LEFT} else k.quantity + k.replaced + (
  select coalesce(sum((item ->> 'quantity')::integer), 0) from refunds r, jsonb_array_elements(r.items) item
  where r.id = k.refund_id) end`;
