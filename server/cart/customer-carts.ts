/** A customer's cart: merge, removal, export. */
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { exportRows, exportStatement } from '../db/customer-export.ts';
import { statement } from '../db/database.ts';
import { CART_BOUNDS } from './adopt-cart.ts';
import { joinCarts } from './cart.sql.ts';
import { computeExpiry } from './cart.ts';

const customerCarts = statement(
  'cart.ofCustomers',
  v.object({ id: v.string(), customer_id: v.string() }),
  'select id, customer_id from carts where customer_id = any($1::uuid[]) order by id',
);

const reassignCart = statement('cart.reassign', v.object({}), 'update carts set customer_id = $2 where id = $1');

const removeCart = statement('cart.removeOfCustomer', v.object({}), 'delete from carts where customer_id = $1');

const exportCart = exportStatement(
  'cart.export',
  `jsonb_build_object('choices', c.choices, 'updated_at', c.updated_at, 'items', (
     select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'variation_option_id', l.variation_option_id,
       'quantity', l.quantity, 'checkout', l.checkout) order by l.position), '[]')
     from cart_lines l join products p on p.id = l.product_id where l.cart_id = c.id))`,
  'from carts c where customer_id = $1',
);

/**
 * Merges the carts of the customers `from` into the cart of `into`. The customers are locked, and a customer's cart is
 * only reached through its customer, so the carts need no lock.
 */
export async function mergeCustomerCarts(ctx: Ctx, from: readonly string[], into: string): Promise<void> {
  const carts = await ctx.db.rows(customerCarts, [[...from, into]]);
  let own = carts.find(({ customer_id }) => customer_id === into);
  for (const cart of carts.filter(({ customer_id }) => customer_id !== into)) {
    if (own === undefined) {
      await ctx.db.write(reassignCart, [cart.id, into]);
      own = cart;
    } else {
      await ctx.db.write(joinCarts, [cart.id, own.id, ...CART_BOUNDS, ctx.now, computeExpiry(ctx.now)]);
    }
  }
}

export const removeCustomerCart = (ctx: Ctx, customer_id: string): Promise<void> =>
  ctx.db.write(removeCart, [customer_id]);

export const exportCustomerCart = async (ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> => ({
  cart: (await exportRows(ctx.db, exportCart, customer_id))[0] ?? null,
});
