/** The cart as part of what the shop holds of a customer. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { exportRows, exportStatement, type PersonalRecords } from '../identity/records.ts';
import { CART_BOUNDS } from './adopt.ts';
import { joinCarts } from './cart.sql.ts';
import { expiryAt } from './cart.ts';

const cartsOf = statement(
  'cart.ofCustomers',
  v.object({ id: v.string(), customer_id: v.string() }),
  'select id, customer_id from carts where customer_id = any($1::uuid[]) order by id',
);

const giveCart = statement('cart.give', v.object({}), 'update carts set customer_id = $2 where id = $1');

const removeCart = statement('cart.forget', v.object({}), 'delete from carts where customer_id = $1');

const exportCart = exportStatement(
  'cart.export',
  `jsonb_build_object('choices', c.choices, 'updated_at', c.updated_at, 'items', (
     select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'variation_option_id', l.variation_option_id,
       'quantity', l.quantity, 'checkout', l.checkout) order by l.position), '[]')
     from cart_lines l join products p on p.id = l.product_id where l.cart_id = c.id))`,
  'from carts c where customer_id = $1',
);

export const cartRecords: PersonalRecords = {
  // The customers are locked, and nobody opens a customer's cart but through the customer: no lock of carts is needed.
  async join(ctx, from, into) {
    const carts = await ctx.db.rows(cartsOf, [[...from, into]]);
    let own = carts.find(({ customer_id }) => customer_id === into);
    for (const cart of carts.filter(({ customer_id }) => customer_id !== into)) {
      if (own === undefined) {
        await ctx.db.write(giveCart, [cart.id, into]);
        own = cart;
      } else {
        await ctx.db.write(joinCarts, [cart.id, own.id, ...CART_BOUNDS, ctx.now, expiryAt(ctx.now)]);
      }
    }
  },
  remove: (ctx, customer_id) => ctx.db.write(removeCart, [customer_id]),
  exported: async (ctx, customer_id) => ({ cart: (await exportRows(ctx, exportCart, customer_id))[0] ?? null }),
};
