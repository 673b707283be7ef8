/**
 * Facts of the shop that its pages quote as `{{ phone }}`, so that a new fee or address is right everywhere. Pure.
 */
import { timeSpanText } from '@shop/core/dates';
import { formatPhone } from '@shop/core/identity/phone';
import type { Lang } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import type { Rate, ShopSetup, Text } from './shop-setup.ts';

/** The parts of the setup that pages can quote as facts. */
export type Facts = Pick<ShopSetup, 'settings' | 'zones' | 'methods'>;

const WORDS = {
  en: {
    from: (amount: string) => `from ${amount}`,
    items: (count: number) => `from ${count} items`,
    weight: (kilograms: number) => `from ${kilograms} kg`,
    never: 'not free',
    head: ['Method', 'Zone', 'Fee', 'Free'],
    comma: ', ',
  },
  zh: {
    from: (amount: string) => `满${amount}`,
    items: (count: number) => `满${count}件`,
    weight: (kilograms: number) => `满${kilograms}公斤`,
    never: '不免运费',
    head: ['方式', '地区', '运费', '免运费'],
    comma: '、',
  },
};

const inLang = (lang: Lang, { en, zh }: Text): string => (lang === 'zh' && zh ? zh : en);

/** Formats minutes after midnight, such as `08:30`. */
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function freeWords(lang: Lang, rate: Rate): string {
  const words = WORDS[lang];
  if (rate.free_min_amount !== null) return words.from(formatMoney(rate.free_min_amount));
  if (rate.free_min_quantity !== null) return words.items(rate.free_min_quantity);
  return rate.free_min_weight === null ? words.never : words.weight(rate.free_min_weight / 1000);
}

/** A Markdown table of every method and zone with its fee, and when it is free. */
function feeTable(lang: Lang, { methods, zones }: Facts): string {
  const { head } = WORDS[lang];
  const rows = methods
    .filter((method) => method.is_active)
    .flatMap((method) =>
      method.rates.map((rate) => {
        const zone = zones.find(({ code }) => code === rate.zone)?.name ?? { en: rate.zone, zh: null };
        return [inLang(lang, method.name), inLang(lang, zone), formatMoney(rate.fee), freeWords(lang, rate)];
      }),
    );
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A time of any Malaysian day, from its minutes since midnight. */
const timeOfDay = (minutes: number): Date => new Date(Date.UTC(2000, 0, 1, -8, minutes));

/** Facts of one method: `slots.standard`, `closes.standard` (hours), `fee.standard.peninsular`, `free.…`. */
function methodFacts(lang: Lang, method: Facts['methods'][number]): [string, string][] {
  const slots = method.slots.map(({ starts_minute, ends_minute }) => {
    return timeSpanText(timeOfDay(starts_minute), timeOfDay(ends_minute), lang);
  });
  const rates = method.rates.flatMap((rate): [string, string][] => {
    const free =
      rate.free_min_amount === null ? String(rate.free_min_quantity ?? '') : formatMoney(rate.free_min_amount);
    return [
      [`fee.${method.code}.${rate.zone}`, formatMoney(rate.fee)],
      [`free.${method.code}.${rate.zone}`, free],
    ];
  });
  const closes = (method.slots[0]?.cutoff_minutes ?? 0) / 60;
  return [[`slots.${method.code}`, slots.join(WORDS[lang].comma)], [`closes.${method.code}`, String(closes)], ...rates];
}

/** Returns the facts by name, as Markdown. A fact that the shop has not set is empty. */
export function factsOf(lang: Lang, facts: Facts): Map<string, string> {
  const { settings, methods } = facts;
  const { contact, legal } = settings;
  const link = (scheme: string, target: string, words: string) =>
    target === '' ? '' : `[${words}](${scheme}${target})`;
  return new Map([
    ['shop', inLang(lang, settings.site_title)],
    ['business', legal.business_name],
    ['registration', inLang(lang, legal.registration_no)],
    ['email', link('mailto:', contact.email, contact.email)],
    ['phone', link('tel:', contact.phone, formatPhone(contact.phone))],
    ['whatsapp', link('https://wa.me/', contact.whatsapp, formatPhone(contact.whatsapp))],
    ['address', inLang(lang, contact.address)],
    ['hours', inLang(lang, settings.office_hours)],
    ['founded', String(settings.founded)],
    ['outlets', inLang(lang, settings.outlets_count)],
    ['bag_fee', formatMoney(settings.bag_fee.fee)],
    ['bulky_max', String(settings.bulky_max_per_order)],
    ['fees', feeTable(lang, facts)],
    ...methods.flatMap((method) => methodFacts(lang, method)),
  ]);
}
