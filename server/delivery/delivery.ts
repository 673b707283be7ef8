/** Delivery methods by zone, their fees, and slots with places left. */
import { isDeepStrictEqual } from 'node:util';
import type { Basket } from '@shop/core/delivery/basket';
import { priceDelivery } from '@shop/core/delivery/fee';
import { hasRoom, type SlotUse, subtractUse } from '@shop/core/delivery/slot-capacity';
import type { Lang } from '@shop/core/lang';
import { word } from '@shop/core/messages/words';
import type { Sen } from '@shop/core/money';
import type { BagFee } from '../content/settings.ts';
import type { Db } from '../db/database.ts';
import { stateOfPostcode } from '../postcodes/postcodes.ts';
import { type DeliveryMethod, type DeliveryZone, usedSlots, type ZoneMethod } from './delivery.sql.ts';
import { isLiveHold, liveHoldsAt, type SlotHold, toSlotUse } from './slot-holds.ts';
import { buildSlotId, capacityOf, type DaySlot, listSlotsAhead, type SlotCalendar } from './slots.ts';

/** Kuala Lumpur's rates apply while the destination is unknown, if the shop delivers there. */
const DEFAULT_STATE = 'MY-14';

/** The postcode of a delivery, if it is known, and its state's ISO code. */
export type Place = { zip: string | null; state_id: string };

/** Returns the place of an address; the state follows from the postcode, as in the cart. */
export const toPlace = ({ zip, state_id }: { zip?: string | null; state_id?: string | null }): Place => ({
  zip: zip ?? null,
  state_id: stateOfPostcode(zip ?? '') ?? state_id ?? '',
});

/** Returns the state whose rates and bag fee apply. */
const stateOf = (place: Place | null): string => place?.state_id ?? DEFAULT_STATE;

/** Returns the bag fee of an order to a place; it may differ by state. */
export function computeBagFee(setting: BagFee | null, place: Place | null): Sen {
  return setting?.enabled ? (setting.states?.[stateOf(place)] ?? setting.fee) : 0;
}

export type DeliveryRules = { zones: readonly DeliveryZone[]; methods: readonly DeliveryMethod[] };

const sortLargestFirst = (zones: readonly DeliveryZone[]): DeliveryZone[] =>
  zones.toSorted((a, b) => b.states.length - a.states.length);

/**
 * Finds the zone of a place: the zone with the narrowest range that contains its postcode, else the zone of its state
 * (docs/readings.md#54). Ranges of equal width that overlap do not occur. For an unknown place, finds Kuala Lumpur's
 * zone, else the largest one.
 */
export function findZone(zones: readonly DeliveryZone[], place: Place | null): DeliveryZone | null {
  const zip = place?.zip ?? null;
  const ranges = zones.flatMap((zone) =>
    zone.postcodes
      .filter(({ first, last }) => zip !== null && first <= zip && zip <= last)
      .map(({ first, last }) => ({ zone, width: Number(last) - Number(first) })),
  );
  const [narrowest] = ranges.toSorted((a, b) => a.width - b.width);
  const zone = narrowest?.zone ?? zones.find(({ states }) => states.includes(stateOf(place)));
  return zone ?? (place === null ? (sortLargestFirst(zones)[0] ?? null) : null);
}

/** Lists methods that deliver to a place (null: not known yet), in the shop's order. */
export function listMethodsFor({ zones, methods }: DeliveryRules, place: Place | null): ZoneMethod[] {
  const zone = findZone(zones, place);
  return methods.flatMap((method) => {
    const rate = method.rates.find((each) => each.zone === zone?.code);
    return rate === undefined ? [] : [{ method, rate }];
  });
}

/** Returns whether a method keeps frozen goods frozen all the way. */
export const suitsFrozen = ({ carries }: DeliveryMethod): boolean => carries.includes('frozen');

/** Goods with their product's type, and the slugs of their categories, for a bundle also those of its items. */
export type CategorizedGoods = { type: string; categories: readonly string[] };

/** Returns whether goods are in a frozen category. A voucher for frozen goods is not frozen itself. */
export const isFrozen = (
  { type, categories }: CategorizedGoods,
  { frozen_categories }: { frozen_categories: readonly string[] },
): boolean => type !== 'voucher' && categories.some((slug) => frozen_categories.includes(slug));

/**
 * Returns whether a place is delivered to, but by no method that keeps frozen goods frozen. In a shop without such a
 * method, any method delivers them.
 */
export function lacksFrozenDelivery(rules: DeliveryRules, place: Place | null): boolean {
  const methods = place === null || !rules.methods.some(suitsFrozen) ? [] : listMethodsFor(rules, place);
  return methods.length > 0 && !methods.some(({ method }) => suitsFrozen(method));
}

/** Returns the method to preselect for a basket: the cheapest; for frozen goods the cheapest that suits them. */
export function chooseDefaultMethod(
  methods: readonly ZoneMethod[],
  basket: Basket,
  has_frozen: boolean,
): ZoneMethod | null {
  const suited = has_frozen ? methods.filter(({ method }) => suitsFrozen(method)) : [];
  const priced = (suited.length > 0 ? suited : methods).map((each) => ({
    each,
    fee: priceDelivery(each.rate, basket).fee,
  }));
  const lowest = Math.min(...priced.map(({ fee }) => fee));
  return priced.find(({ fee }) => fee === lowest)?.each ?? null;
}

const PENINSULAR_STATES: readonly string[] = [
  'MY-01',
  'MY-02',
  'MY-03',
  'MY-04',
  'MY-05',
  'MY-06',
  'MY-07',
  'MY-08',
  'MY-09',
  'MY-10',
  'MY-11',
  'MY-14',
  'MY-16',
];

export type Region = { en: string; zh: string | null };

/**
 * Names zones together: "Penang and Kedah", and "Peninsular Malaysia" where their states are those of the peninsula.
 */
export function nameRegion(zones: readonly DeliveryZone[]): Region | null {
  if (zones.length === 0) return null;
  const states = new Set(zones.flatMap((zone) => zone.states));
  const coversPeninsula = PENINSULAR_STATES.every((state) => states.has(state));
  if (coversPeninsula && states.size === PENINSULAR_STATES.length)
    return { en: word('en', 'region.peninsula'), zh: word('zh', 'region.peninsula') };
  const list = (lang: Lang) =>
    new Intl.ListFormat(lang).format(
      sortLargestFirst(zones).map(({ name_en, name_zh }) => (lang === 'zh' ? (name_zh ?? name_en) : name_en)),
    );
  return { en: list('en'), zh: list('zh') };
}

/**
 * Names the region of a rate, for shoppers whose destination is unknown: the zones with the same fees and free-shipping
 * rules. Null if the rate applies everywhere.
 */
export function nameRateRegion({ zones, methods }: DeliveryRules, { method, rate }: ZoneMethod): Region | null {
  const servedZones = new Set(methods.flatMap((each) => each.rates.map(({ zone }) => zone)));
  const sameZones = new Set(
    method.rates.filter((each) => isDeepStrictEqual({ ...each, zone: rate.zone }, rate)).map(({ zone }) => zone),
  );
  return sameZones.size === servedZones.size ? null : nameRegion(zones.filter(({ code }) => sameZones.has(code)));
}

/**
 * Names the region where delivery is free from an amount in sen on; without an amount, the region to which the shop
 * delivers.
 */
export function nameFreeShippingRegion({ zones, methods }: DeliveryRules, min_amount: Sen | null): Region | null {
  const rates = methods
    .flatMap((method) => method.rates)
    .filter((rate) => min_amount === null || rate.free_shipping.some((rule) => rule.min_amount === min_amount));
  const codes = new Set(rates.map(({ zone }) => zone));
  return nameRegion(zones.filter(({ code }) => codes.has(code)));
}

/** Finds a method by its id or code if it delivers to that place; null otherwise. */
export function findMethod(rules: DeliveryRules, idOrCode: string, place: Place | null): ZoneMethod | null {
  return (
    listMethodsFor(rules, place).find(({ method }) => String(method.id) === idOrCode || method.code === idOrCode) ??
    null
  );
}

export type OpenSlot = DaySlot & { places_left: number };

/** A slot's capacity for orders, and the capacity that orders and holds use. */
type UsedSlot = { capacity: number; used: SlotUse };

/** Capacity and use by slot id; a slot without orders and holds is missing. */
export type UsedSlots = ReadonlyMap<string, UsedSlot>;

/** Reads the used capacity of the slots from `now` on, in one statement. */
export async function loadUsedSlots(db: Db, now: Date): Promise<UsedSlots> {
  const rows = await db.rows(usedSlots, [now, liveHoldsAt(now)]);
  return new Map(
    rows.map(({ template_id, starts_at, capacity, ...used }) => [
      buildSlotId(template_id, starts_at),
      { capacity, used },
    ]),
  );
}

/** Returns how many orders a slot can still take; 0 if this order's items do not fit. */
export function countPlacesLeft(slot: DaySlot, { capacity, used }: UsedSlot, order: SlotUse): number {
  return hasRoom(capacityOf(slot, capacity), used, order) ? capacity - used.orders : 0;
}

const NO_USE: SlotUse = { orders: 0, items: 0, bulky: 0 };

/**
 * Lists a method's slots of the coming days that take orders, earliest first, with the places left for an order.
 * `ownHold` is the shopper's own hold, whose place counts as free.
 */
export function buildSchedule(
  calendar: SlotCalendar,
  method: ZoneMethod,
  usedSlots: UsedSlots,
  order: SlotUse,
  ownHold: SlotHold | null,
  now: Date,
): OpenSlot[] {
  return listSlotsAhead(calendar, method, now).map((slot) => {
    const { capacity, used } = usedSlots.get(slot.id) ?? { capacity: slot.template.capacity, used: NO_USE };
    const others =
      ownHold !== null && isLiveHold(ownHold, now) && ownHold.slot_id === slot.id
        ? subtractUse(used, toSlotUse(ownHold))
        : used;
    return { ...slot, places_left: countPlacesLeft(slot, { capacity, used: others }, order) };
  });
}
