/** delivery.yaml: zones, methods with their fees and slots, and the settings of delivery. */
import { STORAGE_KINDS, type StorageKind } from '@shop/core/delivery/undeliverable';
import * as v from 'valibot';
import type { ListedGoods, ShopHoliday } from '../../content/settings.ts';
import { type Db, lockRows } from '../../db/database.ts';
import {
  atLeastOne,
  brands,
  type Codec,
  categories,
  codec,
  count,
  day,
  duration,
  type FilePlace,
  filledWord,
  flag,
  list,
  money,
  NO_TEXT,
  negatedFlag,
  oneOf,
  products,
  span,
  text,
} from '../../field-tables/codecs.ts';
import * as columns from '../../field-tables/columns.ts';
import { toRinggit } from '../../field-tables/documents.ts';
import {
  type CheckedDocument,
  document,
  entryName,
  type Field,
  fieldsOfEntry,
  type ItemOf,
  nameByLanguage,
  optional,
  required,
  withDefault,
} from '../../field-tables/fields.ts';
import { childRows, type ListChange, listPart, sendKeys, sendRows } from '../../field-tables/list-part.ts';
import { setting } from '../settings.ts';
import * as sql from './delivery.sql.ts';
import { RATE_FIELDS, ratesByZone } from './delivery-fees.ts';

type PostcodeRange = { first: string; last: string };

const formatRange = ({ first, last }: PostcodeRange): string => (first === last ? first : `${first}-${last}`);

/** `50000-59999`, or one postcode. YAML reads a postcode without quotes as a number. */
const postcodes = codec(
  v.pipe(
    v.union([v.string(), v.number()], 'must be such as "50000-59999" or "43000"'),
    v.transform(String),
    v.regex(
      /^\d{5}( ?- ?\d{5})?$/,
      'must be five digits such as "43000", or a range such as "50000-59999"; put it in quotes',
    ),
    v.transform((words): PostcodeRange => ({ first: words.slice(0, 5), last: words.slice(-5) })),
    v.check(({ first, last }) => first <= last, 'ends before it begins'),
  ),
  formatRange,
);

const rangeList = list(postcodes, 'must be a list such as [ "50000-59999" ]');
const postcodeList: Codec<PostcodeRange[]> = {
  ...rangeList,
  read: (checked) =>
    (checked as PostcodeRange[]).toSorted((a, b) =>
      a.first === b.first ? Number(b.last) - Number(a.last) : a.first < b.first ? -1 : 1,
    ),
};

const stateList: Codec<string[]> = {
  schema: v.array(filledWord.schema, 'must be a list of states'),
  read: (names, { findState }) => (names as string[]).flatMap((name) => findState(name) ?? []).sort(),
  write: (ids, { states }) => ids.map((id) => states.get(id) ?? id),
  column: columns.elsewhere(
    'array(select s.state_id from delivery_zone_states s where s.zone_id = t.id order by s.state_id)',
  ),
};

const postcodeRows = childRows({
  name: 'zonePostcodes',
  table: 'delivery_zone_postcodes',
  parent: 'delivery_zones',
  column: 'zone_id',
  fields: { first: entryName(), last: entryName() },
  order: 't.first, t.last desc',
  conflict: ['first', 'last'],
});

const ZONE_FIELDS = {
  code: entryName(),
  name: required('name', text),
  /** A state is in one zone at most; ranges of postcodes take precedence. */
  states: withDefault('states', stateList, []),
  postcodes: withDefault('postcodes', postcodeList, [], { column: postcodeRows.column }),
};
export type Zone = ItemOf<typeof ZONE_FIELDS>;

type CheckedZones = Readonly<Record<string, { states?: string[]; postcodes?: PostcodeRange[] }>>;

/** Reports states that do not exist or are in two zones. */
function checkStates(zones: CheckedZones, { findState, report }: FilePlace): void {
  const taken = new Map<string, string>();
  for (const [zone, { states = [] }] of Object.entries(zones)) {
    for (const [index, named] of states.entries()) {
      const state = findState(named);
      const path = [zone, 'states', index];
      if (state === undefined) report(`"${named}" is no state of Malaysia`, path);
      else if (taken.has(state)) report(`"${named}" is in the zone ${taken.get(state)} already`, path);
      if (state !== undefined) taken.set(state, zone);
    }
  }
}

const containsRange = (outer: PostcodeRange, inner: PostcodeRange): boolean =>
  outer.first <= inner.first && inner.last <= outer.last;
const overlapsRange = (a: PostcodeRange, b: PostcodeRange): boolean => a.first <= b.last && b.first <= a.last;

/**
 * Reports ranges that overlap without one containing the other, and equal ranges: neither zone would be the narrower
 * one.
 */
function checkPostcodes(zones: CheckedZones, { report }: FilePlace): void {
  const all = Object.entries(zones).flatMap(([code, { postcodes: ranges = [] }]) =>
    ranges.map((range, index) => ({ code, range, path: [code, 'postcodes', index] })),
  );
  for (const [index, { range, path }] of all.entries()) {
    const other = all
      .slice(0, index)
      .find(
        (each) =>
          overlapsRange(each.range, range) && containsRange(each.range, range) === containsRange(range, each.range),
      );
    if (other === undefined) continue;
    const where = `${formatRange(other.range)} of the zone ${other.code}`;
    report(`${formatRange(range)} and ${where} overlap; one must lie within the other, or apart`, path);
  }
}

export const zones = listPart({
  name: 'zones',
  table: 'delivery_zones',
  key: 'code',
  fields: ZONE_FIELDS,
  check(_, place, { checked }) {
    checkPostcodes(checked, place);
    checkStates(checked, place);
  },
  async after(tx, { changed }: ListChange<Zone>) {
    const codes = changed.map(({ code }) => code);
    await sendKeys(tx, sql.clearZoneAreas, codes);
    const states = changed.flatMap((zone) => zone.states.map((state_id) => ({ state_id, zone: zone.code })));
    await sendRows(tx, sql.writeZoneStates, states);
    await postcodeRows.insert(
      tx,
      changed.flatMap((zone) => zone.postcodes.map((range) => [zone.code, range] as const)),
    );
  },
  async beforeRemoval(tx, codes) {
    await sendKeys(tx, sql.clearZoneRates, codes);
    await sendKeys(tx, sql.clearZoneAreas, codes);
  },
});

/** Codes of zones that the shop has. */
const zoneCodes: Codec<string[]> = {
  schema: v.array(filledWord.schema, 'must be a list of zones'),
  read(checked, { namesIn, report }) {
    const [named, known] = [checked as string[], namesIn('zones')];
    for (const [index, zone] of named.entries()) {
      if (!known.includes(zone)) report(`there is no zone ${zone}; the zones are ${known.join(', ')}`, [index]);
    }
    return named.toSorted();
  },
  write: (names) => names,
  column: columns.plain,
};

const SLOT_FIELDS = {
  /** Minutes after midnight in Kuala Lumpur. */
  ...fieldsOfEntry('time', span, ['starts_minute', 'ends_minute']),
  /** Codes of the zones that it serves; none: every zone of its method. */
  zones: withDefault('zones', zoneCodes, []),
  capacity: required('places', atLeastOne),
  items_capacity: optional('items', count),
  bulky_capacity: optional('bulky', count),
  cutoff_minutes: withDefault('closes', duration, 0, { isAlwaysWritten: true }),
  fee: withDefault('fee', money, 0),
};
type SlotSetup = ItemOf<typeof SLOT_FIELDS>;

/** Rows of slots. An unchanged slot keeps its row, and so its taken places. Slots without places are retired. */
const slotRows = childRows({
  name: 'slots',
  table: 'delivery_slot_templates',
  parent: 'delivery_methods',
  column: 'method_id',
  fields: SLOT_FIELDS,
  order: 't.starts_minute, t.zones',
  where: 't.capacity > 0',
  conflict: ['method_id', 'starts_minute', 'zones'],
});

const slotList = list(document(SLOT_FIELDS), 'must be a list of slots');
const sortedSlots: Codec<SlotSetup[]> = {
  ...slotList,
  read(checked, place) {
    const slots = slotList.read(checked, place);
    if (new Set(slots.map((slot) => `${slot.starts_minute} ${slot.zones}`)).size < slots.length) {
      place.report('has two slots that begin at the same time');
    }
    return slots.toSorted((a, b) => a.starts_minute - b.starts_minute || (String(a.zones) < String(b.zones) ? -1 : 1));
  },
  column: slotRows.column,
};

/** A method of class `chilled` carries frozen goods unless `carries` says otherwise. */
const carries: Field<StorageKind[]> = {
  ...withDefault('carries', list(oneOf(STORAGE_KINDS), 'must be a list such as [frozen]'), []),
  read: ({ carries: kinds, class: named }) => [
    ...new Set((kinds as StorageKind[] | undefined) ?? (named === 'chilled' ? (['frozen'] as const) : [])),
  ],
  write: (kinds, _names, _entry, { shipping_class }) => ({
    carries: kinds.length > 0 || shipping_class === 'chilled' ? [...kinds] : null,
  }),
};

const rateRows = childRows({
  name: 'rates',
  table: 'delivery_rates',
  parent: 'delivery_methods',
  column: 'method_id',
  fields: RATE_FIELDS,
  order: RATE_FIELDS.zone.column.select('zone'),
});

const METHOD_FIELDS = {
  code: entryName(),
  name: required('name', text),
  description: withDefault('description', text, NO_TEXT),
  shipping_class: withDefault(
    'class',
    oneOf(['standard', 'chilled', 'bulky'], 'must be standard, chilled or bulky'),
    'standard',
  ),
  carries,
  is_active: withDefault('active', flag, true, { doc: 'active: false: a method that is not offered.' }),
  rates: required('fees', ratesByZone, { column: rateRows.column }),
  slots: withDefault('slots', sortedSlots, [], { isAlwaysWritten: true }),
};
export type MethodSetup = ItemOf<typeof METHOD_FIELDS>;

type CheckedMethods = Readonly<Record<string, { fees: object; slots?: { zones?: string[] }[] }>>;

/** Reports zones of slots in which the method has no fee: an address there is not offered the method, nor its slots. */
function checkSlotZones(methods: CheckedMethods, { namesIn, report }: FilePlace): void {
  for (const [method, { fees, slots = [] }] of Object.entries(methods)) {
    for (const [index, { zones: served = [] }] of slots.entries()) {
      // A zone that the shop lacks was reported as such.
      const withoutFee = served.filter((zone) => !Object.hasOwn(fees, zone) && namesIn('zones').includes(zone));
      for (const zone of withoutFee) {
        const reason = `${method} has no fee in the zone ${zone}, so this slot is never offered there`;
        report(reason, [method, 'slots', index]);
      }
    }
  }
}

/** Removes retired slots that no order has ever used. Without places and days, no order can begin to use them. */
async function removeUnusedSlots(tx: Db): Promise<void> {
  const ids = (await tx.rows(sql.listRetiredSlots)).map(({ id }) => id);
  if (ids.length === 0) return;
  const used = new Set((await tx.rows(sql.listOrderedSlots, [ids])).map(({ id }) => id));
  await tx.rows(sql.removeSlots, [ids.filter((id) => !used.has(id))]);
}

export const methods = listPart({
  name: 'methods',
  table: 'delivery_methods',
  key: 'code',
  position: 1,
  fields: METHOD_FIELDS,
  check(_, place, { checked }) {
    checkSlotZones(checked as CheckedMethods, place);
  },
  isUsed: 'exists (select 1 from orders o where o.delivery_method_id = t.id)',
  retire: ({ rates }, setup: { zones: readonly Zone[] }) => ({
    rates: rates.filter((rate) => setup.zones.some(({ code }) => code === rate.zone)),
  }),
  /** Slots that are gone are retired, and future days get the new number of places. */
  async after(tx, { changed, current, now }: ListChange<MethodSetup>) {
    const codes = changed.map(({ code }) => code);
    await sendKeys(tx, sql.clearRates, codes);
    const rates = changed.flatMap((method) => method.rates.map((rate) => [method.code, rate] as const));
    await rateRows.insert(tx, rates);
    const slots = changed.flatMap((method) => method.slots.map((slot) => [method.code, slot] as const));
    const slotKeys = slots.map(([method, { starts_minute, zones: served }]) => ({
      method,
      starts_minute,
      zones: served,
    }));
    await tx.rows(sql.retireSlots, [codes, JSON.stringify(slotKeys)]);
    await slotRows.insert(tx, slots);
    await removeUnusedSlots(tx);
    // Only a method that was there has slots with orders.
    const storedCodes = codes.filter((code) => current.some((method) => method.code === code));
    if (storedCodes.length > 0) await lockRows(tx, sql.resizeSlots, [storedCodes, now]);
  },
  async beforeRemoval(tx, codes) {
    await sendKeys(tx, sql.clearRates, codes);
    await sendKeys(tx, sql.removeMethodSlots, codes);
  },
});

const holiday = document({
  date: required('date', day('2026-12-25')),
  ...nameByLanguage,
  zones: withDefault('zones', zoneCodes, []),
  windows: withDefault('times', list(span, 'must be a list such as [ 18:00-24:00 ]'), []),
});
const holidayList = list(holiday, 'must be a list of days');
const sortedHolidays: Codec<ShopHoliday[]> = {
  ...holidayList,
  read: (checked, place) => holidayList.read(checked, place).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
};

/** Fees by state, in the file by its name. */
const feesByState: Codec<Record<string, number>> = {
  schema: v.record(v.string(), money.schema, 'must be a fee for each state'),
  read(checked, { findState, report }) {
    const fees = Object.entries(checked as Record<string, number>).flatMap(([named, fee]): [string, number][] => {
      const state = findState(named);
      if (state === undefined) report(`"${named}" is no state of Malaysia`, [named]);
      return state === undefined ? [] : [[state, fee]];
    });
    return Object.fromEntries(fees.toSorted());
  },
  write: (fees, { states }) =>
    Object.fromEntries(Object.entries(fees).map(([state, fee]) => [states.get(state) ?? state, toRinggit(fee)])),
  column: columns.plain,
};

/** Goods by slug, or because they are bulky. */
const goods: Codec<ListedGoods> = document({
  bulky: withDefault('bulky', flag, false),
  categories: withDefault('categories', categories, []),
  brands: withDefault('brands', brands, []),
  products: withDefault('products', products, []),
});

export const deliverySettings = [
  setting('holidays', 'delivery_holidays', sortedHolidays, { leftOut: [] }),
  setting('bag_fee.enabled', 'bag_fee.enabled', flag, {
    doc: 'bag_fee: { enabled: false } turns the bag fee off.',
    otherwise: ({ bag_fee }, current) => (bag_fee as CheckedDocument | undefined)?.fee !== undefined || current,
  }),
  setting('bag_fee.fee', 'bag_fee.fee', money),
  setting('bag_fee.states', 'bag_fee.states', feesByState),
  setting('bag_fee.name', 'bag_fee.label', text),
  setting('tips', 'tips', list(money, 'must be a list of amounts')),
  setting('free_shipping_bar.in_cart', 'free_shipping_bar.hide_in_cart', negatedFlag, {
    doc: 'free_shipping_bar: { in_cart: false, in_topbar: false } hides how much is left to free delivery.',
  }),
  setting('free_shipping_bar.in_topbar', 'free_shipping_bar.hide_in_topbar', negatedFlag),
  setting('free_shipping_excludes', 'free_shipping_goods.excluded', goods),
  setting('free_shipping_blocked_by', 'free_shipping_goods.blocking', goods),
  setting('unknown_weight_grams', 'unknown_weight', count),
  setting('bulky_max_per_order', 'bulky_max_per_order', count),
  setting('frozen_categories', 'frozen_categories', categories, { leftOut: [] }),
];
