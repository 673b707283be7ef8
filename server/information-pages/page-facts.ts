/**
 * Facts of the shop that its pages quote as `{{ phone }}`, so that a new fee or address is right everywhere. Pure.
 */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { formatDate, formatTimeSpan } from '@shop/core/dates';
import { formatPhone } from '@shop/core/identity/phone';
import { type Lang, textIn } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import { midnightOf } from '@shop/core/time';
import type { ListedGoods } from '../content/settings.ts';
import type { BilingualText } from '../field-tables/codecs.ts';
import type { MethodSetup, Zone } from '../shop-folder/parts/delivery.ts';
import type { RateSetup } from '../shop-folder/parts/delivery-fees.ts';
import type { SetupSettings } from '../shop-folder/settings.ts';
import { type LoyaltySetup, listLoyaltyFacts } from './loyalty-facts.ts';
import { formatMarkdownTable } from './markdown-table.ts';

/** The parts of the setup from which facts derive. */
export type FactSources = LoyaltySetup & {
  settings: SetupSettings;
  zones: readonly Zone[];
  methods: readonly MethodSetup[];
  payments: readonly FactsMethod[];
};

type FactsMethod = { code: string; name: BilingualText; gateway: string | null; is_active: boolean };

const FACT_TEXTS = {
  en: {
    from: (amount: string) => `from ${amount}`,
    items: (count: number) => `from ${count} items`,
    weight: (kilograms: number) => `from ${kilograms} kg`,
    up_to: (from: string, amount: string) => `${from} to ${amount}`,
    up_to_items: (from: string, count: number) => `${from} to ${count}`,
    up_to_weight: (from: string, kilograms: number) => `${from} to ${kilograms} kg`,
    band: (fee: string, from: string) => `${fee} ${from}`,
    by_state: (lowest: string, highest: string) => `${lowest} to ${highest}, depending on the state`,
    never: 'not free',
    or: ' or ',
    also: ', ',
    head: ['Method', 'Zone', 'Fee', 'Free'],
    excluded: 'Some goods do not count towards free shipping; the cart marks them.',
    bulky_blocks: 'Orders with bulky goods never ship free.',
    goods_block: 'Orders with some goods never ship free; the cart says so.',
    kilograms: (kilograms: number) => `${kilograms} kg`,
    comma: ', ',
    holidayHead: ['Day', 'Holiday', 'No delivery'],
    allDay: 'all day',
    officer: 'Data Protection Officer',
  },
  zh: {
    from: (amount: string) => `满 ${amount}`,
    items: (count: number) => `满 ${count} 件`,
    weight: (kilograms: number) => `满 ${kilograms}公斤`,
    up_to: (from: string, amount: string) => `${from}（上限 ${amount}）`,
    up_to_items: (from: string, count: number) => `${from}（上限 ${count} 件）`,
    up_to_weight: (from: string, kilograms: number) => `${from}（上限 ${kilograms}公斤）`,
    band: (fee: string, from: string) => `${from}为 ${fee}`,
    by_state: (lowest: string, highest: string) => `${lowest} 至 ${highest}（视州属而定）`,
    never: '不免运费',
    or: '或',
    also: '，',
    head: ['方式', '地区', '运费', '免运费'],
    excluded: '部分商品不计入免运费门槛，购物车内会注明。',
    bulky_blocks: '含大件商品的订单不免运费。',
    goods_block: '含部分指定商品的订单不免运费，购物车内会说明。',
    kilograms: (kilograms: number) => `${kilograms}公斤`,
    comma: '、',
    holidayHead: ['日期', '假期', '不配送'],
    allDay: '全天',
    officer: '资料保护主任',
  },
};

const inLang = (lang: Lang, { en, zh }: BilingualText): string => textIn(lang, en, zh);

function describeRule(lang: Lang, rule: RateSetup['free_shipping'][number]): string[] {
  const words = FACT_TEXTS[lang];
  const { min_amount, max_amount, min_quantity, max_quantity, min_weight, max_weight } = rule;
  const amount = min_amount === null ? null : words.from(formatMoney(min_amount));
  const items = min_quantity === null ? null : words.items(min_quantity);
  const weight = min_weight === null ? null : words.weight(min_weight / 1000);
  return [
    amount === null || max_amount === null ? amount : words.up_to(amount, formatMoney(max_amount)),
    items === null || max_quantity === null ? items : words.up_to_items(items, max_quantity),
    weight === null || max_weight === null ? weight : words.up_to_weight(weight, max_weight / 1000),
  ].filter((each) => each !== null);
}

/** Says when delivery is free: `from RM80.00 or from 20 items`. */
function describeFreeDelivery(lang: Lang, { free_shipping }: RateSetup): string {
  const words = FACT_TEXTS[lang];
  return free_shipping.flatMap((rule) => describeRule(lang, rule)).join(words.or) || words.never;
}

/** Formats the fee with its bands: `RM8.00, RM12.00 from 10 kg`. */
function formatFee(lang: Lang, { fee, bands }: RateSetup): string {
  const words = FACT_TEXTS[lang];
  const more = bands.map(({ min_amount, min_weight, fee: own }) => {
    const from = [
      min_amount === null ? [] : words.from(formatMoney(min_amount)),
      min_weight === null ? [] : words.weight(min_weight / 1000),
    ].flat();
    return words.band(formatMoney(own), from.join(words.also));
  });
  return [formatMoney(fee), ...more].join(words.also);
}

/** Formats the bag fee: one amount, or the lowest and highest of all states. */
function formatBagFee(lang: Lang, { fee, states }: FactSources['settings']['bag_fee']): string {
  const fees = [fee, ...Object.values(states)];
  const [lowest, highest] = [Math.min(...fees), Math.max(...fees)];
  if (lowest === highest) return formatMoney(fee);
  return FACT_TEXTS[lang].by_state(formatMoney(lowest), formatMoney(highest));
}

/** Builds a Markdown table of every active method and zone with the fee, and when it is free. */
function formatFeeTable(lang: Lang, { methods, zones }: FactSources): string {
  const { head } = FACT_TEXTS[lang];
  const rows = methods
    .filter((method) => method.is_active)
    .flatMap((method) =>
      method.rates.map((rate) => {
        const zone = zones.find(({ code }) => code === rate.zone)?.name ?? { en: rate.zone, zh: null };
        return [inLang(lang, method.name), inLang(lang, zone), formatFee(lang, rate), describeFreeDelivery(lang, rate)];
      }),
    );
  return formatMarkdownTable(head, rows);
}

/** Returns whether a list names any goods other than bulky ones. */
const namesGoods = ({ categories, brands, products }: ListedGoods): boolean =>
  categories.length + brands.length + products.length > 0;

/** Writes the notes below the fee table, about goods that do not count towards free delivery or rule it out. */
function describeGoods(lang: Lang, { excluded, blocking }: FactSources['settings']['free_shipping_goods']): string {
  const words = FACT_TEXTS[lang];
  return [
    ...(excluded.bulky || namesGoods(excluded) ? [words.excluded] : []),
    ...(blocking.bulky ? [words.bulky_blocks] : []),
    ...(namesGoods(blocking) ? [words.goods_block] : []),
  ].join(lang === 'en' ? ' ' : '');
}

/** Builds a Markdown table of the days without delivery; empty if there are none. */
function formatHolidayTable(lang: Lang, { settings: { delivery_holidays: holidays }, zones }: FactSources): string {
  const words = FACT_TEXTS[lang];
  if (holidays.length === 0) return '';
  const rows = holidays.map(({ date, name_en, name_zh, zones: codes, windows }) => {
    const places = zones.filter(({ code }) => codes.includes(code)).map(({ name }) => inLang(lang, name));
    const times = windows.map(({ starts_minute, ends_minute }) => {
      return formatTimeSpan(toTimeOfDay(starts_minute), toTimeOfDay(ends_minute), lang);
    });
    const where = [...places, ...times].join(words.comma) || words.allDay;
    return [formatDate(midnightOf(date), lang), inLang(lang, { en: name_en, zh: name_zh }), where];
  });
  return formatMarkdownTable(words.holidayHead, rows);
}

const isSet = (value: number | null): value is number => value !== null;

/** Returns the time of an arbitrary Malaysian day, from its minutes since midnight. */
const toTimeOfDay = (minutes: number): Date => new Date(Date.UTC(2000, 0, 1, -8, minutes));

/** Lists the facts of one method: `slots.standard`, `closes.standard` (hours), `fee.standard.peninsular`, `free.…`. */
function listMethodFacts(lang: Lang, method: FactSources['methods'][number]): [string, string][] {
  const slots = method.slots.map(({ starts_minute, ends_minute }) => {
    return formatTimeSpan(toTimeOfDay(starts_minute), toTimeOfDay(ends_minute), lang);
  });
  const rates = method.rates.flatMap((rate): [string, string][] => {
    const minimum = (key: 'min_amount' | 'min_quantity' | 'min_weight') =>
      rate.free_shipping.map((rule) => rule[key]).find(isSet);
    const amount = minimum('min_amount');
    const weight = minimum('min_weight');
    const items = minimum('min_quantity') ?? (weight === undefined ? '' : FACT_TEXTS[lang].kilograms(weight / 1000));
    const free = amount === undefined ? String(items) : formatMoney(amount);
    return [
      [`fee.${method.code}.${rate.zone}`, formatMoney(rate.fee)],
      [`free.${method.code}.${rate.zone}`, free],
    ];
  });
  const closes = (method.slots[0]?.cutoff_minutes ?? 0) / 60;
  return [
    [`slots.${method.code}`, slots.join(FACT_TEXTS[lang].comma)],
    [`closes.${method.code}`, String(closes)],
    ...rates,
  ];
}

/** Lists the names of the active payment methods that use a gateway. */
const nameOnlinePayments = (lang: Lang, { payments }: FactSources): string =>
  payments
    .filter(({ gateway, is_active }) => gateway !== null && is_active)
    .map(({ name }) => inLang(lang, name))
    .join(FACT_TEXTS[lang].comma);

/** Returns a fact that pages use only in conditions: `on` if a matching payment method is active, else empty. */
const markOffered = ({ payments }: FactSources, matches: (method: FactsMethod) => boolean): string =>
  payments.some((method) => method.is_active && matches(method)) ? 'on' : '';

const METHOD_FACT = /^(slots|closes|fee|free)\.([^.]+)(\..+)?$/;

/** `offered`: the codes of the offered methods; the first one stands in for a method that is not offered. */
export type PageFacts = { values: ReadonlyMap<string, string>; offered: readonly string[] };

/**
 * Finds the fact shown in place of one about a method that is not offered: that of the first offered method. Null for
 * any other fact, and if that method lacks the zone: another zone's fee could be wrong.
 */
export function findSubstitute(name: string, { values, offered }: PageFacts): { name: string; code: string } | null {
  const [, kind, code, zone = ''] = METHOD_FACT.exec(name) ?? [];
  const [firstMethod] = offered;
  if (code === undefined || firstMethod === undefined || offered.includes(code)) return null;
  const substitute = `${kind}.${firstMethod}${zone}`;
  return values.has(substitute) ? { name: substitute, code: firstMethod } : null;
}

/** Returns whether a fact is set; false for a fact about a method that is not offered, null for an unknown name. */
export function isFactSet(name: string, { values, offered }: PageFacts): boolean | null {
  const [, , code] = METHOD_FACT.exec(name) ?? [];
  if (code !== undefined) return offered.includes(code) && Boolean(values.get(name));
  return values.has(name) ? values.get(name) !== '' : null;
}

/** Returns the facts by name, as Markdown. A fact that the shop has not set is empty. */
export function composeFacts(lang: Lang, facts: FactSources): PageFacts {
  const { settings, methods } = facts;
  const { contact, legal } = settings;
  const officerEmail = settings.data_officer.email || contact.email;
  const link = (scheme: string, target: string, words: string) =>
    target === '' ? '' : `[${words}](${scheme}${target})`;
  const values = new Map([
    ['shop', inLang(lang, settings.site_title)],
    ['business', legal.business_name],
    ['registration', inLang(lang, legal.registration_no)],
    // For text in a third language, such as the privacy policy's summary in Malay.
    ['registration.en', inLang('en', legal.registration_no)],
    ['email', link('mailto:', contact.email, contact.email)],
    ['phone', link('tel:', contact.phone, formatPhone(contact.phone))],
    ['whatsapp', link('https://wa.me/', contact.whatsapp, formatPhone(contact.whatsapp))],
    ['address', inLang(lang, contact.address)],
    ['address.en', inLang('en', contact.address)],
    ['hours', inLang(lang, settings.office_hours)],
    ['founded', String(settings.founded)],
    ['outlets', inLang(lang, settings.outlets_count)],
    ['bag_fee', formatBagFee(lang, settings.bag_fee)],
    ['bulky_max', settings.bulky_max_per_order === 0 ? '' : String(settings.bulky_max_per_order)],
    ['officer', inLang(lang, settings.data_officer.name) || FACT_TEXTS[lang].officer],
    ['officer_email', link('mailto:', officerEmail, officerEmail)],
    ['cash_on_delivery', markOffered(facts, ({ code }) => code === CASH_ON_DELIVERY)],
    ['tng', markOffered(facts, ({ gateway }) => gateway === 'tng')],
    ['online_payments', nameOnlinePayments(lang, facts)],
    ['holidays', formatHolidayTable(lang, facts)],
    ...listLoyaltyFacts(lang, facts),
    ['fees', `${formatFeeTable(lang, facts)}\n\n${describeGoods(lang, settings.free_shipping_goods)}`.trim()],
    ...methods.flatMap((method) => listMethodFacts(lang, method)),
  ]);
  return { values, offered: methods.filter(({ is_active }) => is_active).map(({ code }) => code) };
}
