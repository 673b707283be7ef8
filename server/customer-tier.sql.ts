/** SQL of a customer's tier. Without a membership it is the lowest one, that of position 0. */

/** Builds an SQL expression: a column of the lowest tier; null in a shop without tiers. */
export const lowestTierSql = (column: 'id' | 'code' | 'earn_rate'): string =>
  `(select ${column} from membership_tiers order by position limit 1)`;

/** Builds an SQL expression: the id of a customer's tier. */
export const customerTierIdSql = (customer: string): string =>
  `coalesce((select m.tier_id from memberships m where m.customer_id = ${customer}), ${lowestTierSql('id')})`;

/** Builds an SQL expression: the code of a customer's tier. */
export const customerTierCodeSql = (customer: string): string => `coalesce(
  (select t.code from memberships m join membership_tiers t on t.id = m.tier_id where m.customer_id = ${customer}),
  ${lowestTierSql('code')})`;

/** SQL condition: tier `t` is that of a customer; `m` is the customer's membership, left-joined. */
export const IS_CUSTOMERS_TIER = '(t.id = m.tier_id or m.tier_id is null and t.position = 0)';
