/** SQL for a customer's tier. Without a membership it is the lowest one, that of position 0. */

/** Returns SQL for a column of the lowest tier; null in a shop without tiers. */
export const lowestTier = (column: 'id' | 'code' | 'earn_rate'): string =>
  `(select ${column} from membership_tiers order by position limit 1)`;

/** Returns SQL for the id of a customer's tier. */
export const customerTierId = (customer: string): string =>
  `coalesce((select m.tier_id from memberships m where m.customer_id = ${customer}), ${lowestTier('id')})`;

/** Returns SQL for the code of a customer's tier. */
export const customerTierCode = (customer: string): string => `coalesce(
  (select t.code from memberships m join membership_tiers t on t.id = m.tier_id where m.customer_id = ${customer}),
  ${lowestTier('code')})`;

/** SQL condition: tier `t` is that of a customer; `m` is the customer's membership, left-joined. */
export const IS_CUSTOMERS_TIER = '(t.id = m.tier_id or m.tier_id is null and t.position = 0)';
