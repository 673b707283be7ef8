/**
 * How the information texts are written: paragraphs and lists, and the facts that they share with settings and
 * delivery.
 */

import { formatPhone } from '@shop/core/identity/phone';
import { formatMoney } from '@shop/core/money';
import { deliveryMethods, deliveryZones } from '../delivery.ts';
import { settings } from '../settings.ts';
import type { Text } from '../types.ts';

/** A section in both languages; `body` is HTML. `group` gathers questions of one kind. */
export type SeedSection = { slug: string; group?: Text; title: Text; body: Text };

/** An information text (`/static_blocks`). `updated_on` is the Malaysian day of its last change. */
export type SeedStaticBlock = {
  slug: string;
  title: Text;
  /** One sentence for lists and search engines. */
  description: Text;
  updated_on: string;
  sections: SeedSection[];
};

const inHtml = (text: string): string => text.replace(/[&<>]/g, (each) => `&#${each.charCodeAt(0)};`);

/** Paragraphs; they may hold links and emphasis. */
export const p = (...paragraphs: string[]): string => paragraphs.map((each) => `<p>${each}</p>`).join('');

/** A list of points. */
export const ul = (...points: string[]): string => `<ul>${points.map((each) => `<li>${each}</li>`).join('')}</ul>`;

/** A list of steps. */
export const ol = (...steps: string[]): string => `<ol>${steps.map((each) => `<li>${each}</li>`).join('')}</ol>`;

/** A table whose first row is its head. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'th' | 'td', row: readonly string[]) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table>`;
}

/** A link to a page of the shop, in the language of the text that holds it. */
export const link = (lang: keyof Text, path: string, words: string): string => {
  const [page = '', anchor] = path.split('#');
  return `<a href="${page}${lang === 'zh' ? '?lang=zh' : ''}${anchor === undefined ? '' : `#${anchor}`}">${words}</a>`;
};

const { contact, legal } = settings;

/** What the texts say of the shop; change it in `settings.ts` alone. */
export const shop = {
  name: settings.site_title,
  business: inHtml(legal.business_name),
  registration: inHtml(legal.registration_no),
  email: `<a href="mailto:${contact.email}">${contact.email}</a>`,
  phone: `<a href="tel:${contact.phone}">${formatPhone(contact.phone)}</a>`,
  whatsapp: `<a href="https://wa.me/${contact.whatsapp}">${formatPhone(contact.whatsapp)}</a>`,
  address: contact.address,
  hours: settings.office_hours,
  bag_fee: formatMoney(settings.bag_fee.fee),
  bulky_max: settings.bulky_max_per_order,
} as const;

const methodOf = (code: string) => {
  const method = deliveryMethods.find((each) => each.code === code);
  if (method === undefined) throw new Error(`No delivery method ${code}.`);
  return method;
};

/** A method's fee and free-shipping threshold in a zone, as money; threshold null where there is none. */
export function rate(code: string, zone: string): { fee: string; free: string | null; items: number | null } {
  const found = methodOf(code).rates.find((each) => each.zone === zone);
  if (found === undefined) throw new Error(`No delivery by ${code} in ${zone}.`);
  return {
    fee: formatMoney(found.fee),
    free: found.free_min_amount === null ? null : formatMoney(found.free_min_amount),
    items: found.free_min_quantity,
  };
}

/** Minutes before its start at which a slot of the method closes, as hours. */
export const cutoffHours = (code: string): number => (methodOf(code).slots[0]?.cutoff_minutes ?? 0) / 60;

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The slots of a day, such as `10:00–12:00`. */
export const slotTimes = (code: string): string[] =>
  methodOf(code).slots.map((slot) => `${clock(slot.starts_minute)}–${clock(slot.ends_minute)}`);

const FREE: Record<keyof Text, { from: (amount: string) => string; items: (count: number) => string; never: string }> =
  {
    en: { from: (amount) => `from ${amount}`, items: (count) => `from ${count} items`, never: 'not free' },
    zh: { from: (amount) => `满${amount}`, items: (count) => `满${count}件`, never: '不免运费' },
  };

/** Every method and zone with its fee and when it is free, as rows of a table. */
export function feeRows(lang: keyof Text): string[][] {
  return deliveryMethods.flatMap((method) =>
    method.rates.map(({ zone }) => {
      const { fee, free, items } = rate(method.code, zone);
      const name = deliveryZones.find((each) => each.code === zone)?.name[lang] ?? zone;
      const words = FREE[lang];
      return [
        method.name[lang],
        inHtml(name),
        fee,
        free !== null ? words.from(free) : items !== null ? words.items(items) : words.never,
      ];
    }),
  );
}
