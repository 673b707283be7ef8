import type { Shipping } from '@shop/contract/delivery';
import { priceDelivery } from '@shop/core/delivery/fee';
import { countSlotUse } from '@shop/core/delivery/slot-capacity';
import { textIn } from '@shop/core/lang';
import { refusal } from '@shop/core/refusal';
import type { StateNames } from '../addresses/addresses.view.ts';
import { readCart } from '../cart/cart.ts';
import { findDestination } from '../cart/pricing.ts';
import { type Ctx, type Handlers, withDb } from '../context.ts';
import { stateOfPostcode } from '../postcodes/postcodes.ts';
import { refuseFields } from '../refuse.ts';
import {
  buildSchedule,
  chooseDefaultMethod,
  listMethodsFor,
  loadUsedSlots,
  type Place,
  suitsFrozen,
} from './delivery.ts';
import { listHolidaysAhead } from './slots.ts';

/** Finds the place of the query's postcode, else the query's state; null without either. */
function findRequestedPlace({ zip, state_id }: { zip?: string; state_id?: string }, states: StateNames): Place | null {
  if (state_id && !states.has(state_id)) refuseFields({ state_id: [refusal('address.state')] });
  if (!zip) return state_id ? { zip: null, state_id } : null;
  const stateId = stateOfPostcode(zip) ?? refuseFields({ zip: [refusal('address.zip_unknown', { zip })] });
  return { zip, state_id: stateId };
}

async function listShippings(ctx: Ctx, query: { zip?: string; state_id?: string }): Promise<Shipping[]> {
  const [cart, usedSlots] = await ctx.db.onOneConnection((db) =>
    Promise.all([readCart(withDb(ctx, db)), loadUsedSlots(db, ctx.now)]),
  );
  const { settings, lines, choices, prices } = cart;
  const methods = listMethodsFor(settings, findRequestedPlace(query, settings.states) ?? findDestination(choices));
  const { basket, has_frozen_items } = prices;
  const preselected = chooseDefaultMethod(methods, basket, has_frozen_items);
  return methods.map((each) => {
    const { method, rate } = each;
    const { fee, free, info } = priceDelivery(rate, basket);
    return {
      id: String(method.id),
      class: method.shipping_class,
      name: textIn(ctx.lang, method.name_en, method.name_zh),
      description: textIn(ctx.lang, method.description_en, method.description_zh),
      fee,
      free,
      free_from: info.min_amount,
      suits_frozen: suitsFrozen(method),
      carries: method.carries,
      is_default: method === preselected?.method,
      slots: buildSchedule(settings, each, usedSlots, countSlotUse(lines), choices.hold ?? null, ctx.now).map(
        ({ id, starts_at, ends_at, template, places_left }) => {
          return { id, starts_at, ends_at, fee: template.fee, places_left };
        },
      ),
      holidays: listHolidaysAhead(settings, each, ctx.now).map(({ date, name_en, name_zh }) => {
        return { date, name: textIn(ctx.lang, name_en, name_zh) };
      }),
    };
  });
}

export const deliveryHandlers: Handlers<'delivery.shippings'> = {
  'delivery.shippings': async (ctx, { query }) => ({ data: await listShippings(ctx, query) }),
};
