/** Adds the demo's customers with their history when the demo shop is seeded; never in production. */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { computePointExpiry } from '@shop/core/loyalty/point-expiry';
import { type PaymentStatus, TIMELINE } from '@shop/core/orders/status';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '@shop/core/time';
import { addressView, type StateNames } from '../server/addresses/addresses.view.ts';
import { readStateNames } from '../server/addresses/states.ts';
import { type Db, lockRows } from '../server/db/database.ts';
import { DEMO_PASSWORD, hashPassword } from '../server/identity/sign-in/passwords.ts';
import { recordSpend } from '../server/loyalty/membership/membership.ts';
import { changeWallets } from '../server/loyalty/wallets/wallets.ts';
import { DEMO_STAFF, type Persona, type PersonaOrder, personas } from './data/personas.ts';
import * as sql from './seed-personas.sql.ts';

/** Time from order to delivery. */
const DELIVERED_AFTER_MS = 26 * HOUR_MS;

/** Placeholder contact of personas without an email: orders and addresses require one. */
const NO_EMAIL = 'no-email@demo.example';
const NO_PHONE = '+60123456700';

function listSteps(status: PersonaOrder['status']): readonly string[] {
  return status === 'canceled' ? ['pending', 'canceled'] : TIMELINE.slice(0, TIMELINE.indexOf(status) + 1);
}

const toOrderAddress = ({ name, email, phone }: Persona, at: Persona['addresses'][number] | undefined) => ({
  ...at,
  recipient: name,
  email: email ?? NO_EMAIL,
  contact_number: phone ?? NO_PHONE,
  country: 'MY',
});

/** Returns the start of the two-hour slot of a moment: the first slot starts at 10 am, the last at 6 pm. */
function findSlotStart(moment: Date): Date {
  const midnight = startOfDay(moment).getTime();
  const hour = Math.floor((moment.getTime() - midnight) / (2 * HOUR_MS)) * 2;
  return new Date(midnight + Math.min(18, Math.max(10, hour)) * HOUR_MS);
}

/** The payment status of an order before its last step: online payments come at once, cash at the door. */
const chooseFirstPaymentStatus = ({ payment_method, payment_status }: PersonaOrder): PaymentStatus =>
  payment_method === CASH_ON_DELIVERY || payment_status === 'unpaid' ? 'unpaid' : 'paid';

function buildOrderRow(persona: Persona, order: PersonaOrder, { now, states }: { now: Date; states: StateNames }) {
  const created_at = new Date(now.getTime() - order.days * DAY_MS);
  const took = Math.min(DELIVERED_AFTER_MS, now.getTime() - created_at.getTime());
  const steps = listSteps(order.status);
  const address = addressView(toOrderAddress(persona, persona.addresses[0]), persona.lang, states);
  const starts_at = findSlotStart(new Date(created_at.getTime() + DAY_MS));
  return {
    order_number: order.order_number,
    customer_id: persona.id,
    status: order.status,
    payment_status: order.payment_status,
    payment_method: order.payment_method,
    lang: persona.lang,
    contact_email: persona.email ?? NO_EMAIL,
    contact_phone: persona.phone ?? NO_PHONE,
    address,
    starts_minute: (starts_at.getTime() - startOfDay(starts_at).getTime()) / MINUTE_MS,
    starts_at,
    ends_at: new Date(starts_at.getTime() + 2 * HOUR_MS),
    items: order.items.map(([slug, quantity]) => ({ slug, quantity })),
    history: steps.map((status, step) => ({
      status,
      payment_status: status === order.status ? order.payment_status : chooseFirstPaymentStatus(order),
      changed_by: step === 0 ? 'shopper' : DEMO_STAFF,
      at: new Date(created_at.getTime() + (took * step) / Math.max(1, steps.length - 1)),
    })),
    created_at,
  };
}

/** Gives a persona points, coins and a tier, as customer service would. */
function fillWallets(db: Db, { id, lang, wallets: { points, coins, spend } }: Persona, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const at = { db: tx, now };
    if (spend > 0) await recordSpend(at, id, 'demo', spend);
    const reason = {
      do: 'earn',
      action: 'adjustment',
      source: 'demo',
      details: { reason: lang === 'zh' ? '原有余额' : 'Opening balance' },
    } as const;
    await changeWallets(at, id, [
      { ...reason, kind: 'point', amount: points, expires_at: computePointExpiry(now, 12) },
      { ...reason, kind: 'store_credit', amount: coins, expires_at: null },
    ]);
  });
}

/** Adds the missing personas; their times are relative to `now`. */
export async function seedPersonas(db: Db, now: Date): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const joinedAt = ({ days }: Persona) => new Date(now.getTime() - days * DAY_MS);
  const customers = personas.map(
    ({ note, has_password, addresses, orders, wishlist, vouchers, wallets, days, ...person }) => {
      const at = new Date(now.getTime() - days * DAY_MS);
      return {
        ...person,
        display_name: person.first_name,
        email_verified_at: person.email !== null && has_password ? at : null,
        phone_verified_at: person.phone !== null && has_password ? at : null,
        password_hash: has_password ? password_hash : null,
        created_at: at,
      };
    },
  );
  const addresses = personas.flatMap((persona) =>
    persona.addresses.map((each, position) => ({
      ...toOrderAddress(persona, each),
      customer_id: persona.id,
      is_default: position === 0,
      created_at: new Date(joinedAt(persona).getTime() + position * DAY_MS),
    })),
  );
  const contacts = personas.flatMap((persona) =>
    persona.phone === null
      ? []
      : [
          {
            customer_id: persona.id,
            title: persona.lang === 'zh' ? '手机' : 'Mobile',
            number: persona.phone,
            created_at: joinedAt(persona),
          },
        ],
  );
  const favourites = personas.map(({ id, wishlist }) => ({
    customer_id: id,
    slugs: 'vegetarian' in wishlist ? [] : wishlist,
    vegetarian: 'vegetarian' in wishlist ? wishlist.vegetarian : 0,
    created_at: now,
  }));
  const vouchers = personas.flatMap(({ id, vouchers }) =>
    vouchers.map(({ voucher, state, days }) => {
      const issued_at = new Date(now.getTime() - days * DAY_MS);
      const used_at = state === 'used' ? new Date(issued_at.getTime() + DAY_MS) : null;
      return { customer_id: id, voucher, state, issued_at, used_at };
    }),
  );
  const states = await readStateNames(db);
  const orders = personas.flatMap((persona) =>
    persona.orders.map((order) => buildOrderRow(persona, order, { now, states })),
  );
  const added = await db.transaction(async (tx) => {
    const added = await tx.rows(sql.fillPersonas, [JSON.stringify(customers)]);
    const isNew = ({ customer_id }: { customer_id: string }) => added.some(({ id }) => id === customer_id);
    await tx.rows(sql.fillPersonaAddresses, [JSON.stringify(addresses.filter(isNew))]);
    await tx.rows(sql.fillPersonaContacts, [JSON.stringify(contacts.filter(isNew))]);
    await tx.rows(sql.fillPersonaFavourites, [JSON.stringify(favourites.filter(isNew))]);
    await lockRows(tx, sql.fillPersonaOrders, [JSON.stringify(orders.filter(isNew))]);
    await tx.rows(sql.fillPersonaVouchers, [JSON.stringify(vouchers.filter(isNew))]);
    await tx.rows(sql.fillStaff, [DEMO_STAFF, password_hash, now]);
    return added;
  });
  for (const persona of personas) {
    if (added.some(({ id }) => id === persona.id)) await fillWallets(db, persona, now);
  }
}

/** Returns a line for each persona that exists, with its login; empty in a shop without demo customers. */
export async function listPersonaLines(db: Db): Promise<string[]> {
  const here = await db.rows(sql.activePersonas, [personas.map(({ id }) => id)]);
  return personas
    .filter(({ id }) => here.some((each) => each.id === id))
    .map(({ email, phone, note }) => `${(email ?? phone ?? '').padEnd(28)}${note}`);
}
