/** Writes a shop's setup in the caller's transaction: only the differences. */
import { isDeepStrictEqual } from 'node:util';
import { dayOf } from '@shop/core/time';
import { saveImages } from '../content/images.ts';
import { type Db, lockRows, type Statement } from '../db/database.ts';
import { imageHash } from '../media/image-hash.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import { factsOf } from './pages/page-facts.ts';
import { renderPage } from './pages/render-page.ts';
import type { CurrentSetup } from './read-setup.ts';
import * as sql from './shop-setup.sql.ts';
import type { PageSetup, PromotionSetup, SetupSettings, ShopSetup, Text, VoucherSetup } from './shop-setup.ts';

const columns = (name: string, text: Text) => ({ [`${name}_en`]: text.en, [`${name}_zh`]: text.zh });

type Items<Item> = { wanted: readonly Item[]; current: readonly Item[]; key: (item: Item) => string };

/** Lists the items that are new or differ, with their positions. A moved item differs. */
function changed<Item extends object>({ wanted, current, key }: Items<Item>, isOrdered: boolean) {
  const before = new Map(current.map((item, position) => [key(item), { item, position }]));
  return wanted.flatMap((item, position) => {
    const known = before.get(key(item));
    const isSame = known !== undefined && isDeepStrictEqual(known.item, item);
    return isSame && (!isOrdered || known.position === position) ? [] : [{ item, position }];
  });
}

const keysLost = <Item>({ wanted, current, key }: Items<Item>): string[] => {
  const left = new Set(wanted.map(key));
  return current.map(key).filter((each) => !left.has(each));
};

async function send(tx: Db, of: Statement<Record<string, never>>, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await tx.rows(of, [JSON.stringify(rows)]);
}

async function sendKeys(tx: Db, of: Statement<Record<string, never>>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.rows(of, [keys]);
}

/** Settings as stored, with images by hash. */
function stored({ logo, icon, seo, ...settings }: SetupSettings): Record<string, unknown> {
  const hash = (image: ImageSpec | null) => image && imageHash(image);
  return { ...settings, logo: hash(logo), icon: hash(icon), seo: { ...seo, og_image: hash(seo.og_image) } };
}

async function writeSettings(tx: Db, wanted: ShopSetup, current: CurrentSetup): Promise<number> {
  const { logo, icon, seo } = wanted.settings;
  const images = [logo, icon, seo.og_image].filter((image) => image !== null);
  if (images.length > 0) await saveImages(tx, images);
  const before = stored(current.settings);
  const rows = Object.entries(stored(wanted.settings))
    .filter(([key, value]) => !isDeepStrictEqual(value, before[key]))
    .map(([key, value]) => ({ key, value }));
  await send(
    tx,
    sql.writeSettings,
    rows.filter(({ value }) => value !== null),
  );
  await sendKeys(
    tx,
    sql.removeSettings,
    rows.filter(({ value }) => value === null).map(({ key }) => key),
  );
  return rows.length;
}

async function writeDelivery(tx: Db, wanted: ShopSetup, current: ShopSetup, now: Date): Promise<number> {
  const zones = changed({ wanted: wanted.zones, current: current.zones, key: ({ code }) => code }, false);
  await send(
    tx,
    sql.writeZones,
    zones.map(({ item }) => ({ code: item.code, ...columns('name', item.name) })),
  );
  await sendKeys(
    tx,
    sql.clearZoneAreas,
    zones.map(({ item }) => item.code),
  );
  await send(
    tx,
    sql.writeZoneStates,
    zones.flatMap(({ item }) => item.states.map((state_id) => ({ state_id, zone: item.code }))),
  );
  await send(
    tx,
    sql.writeZonePostcodes,
    zones.flatMap(({ item }) => item.postcodes.map((range) => ({ ...range, zone: item.code }))),
  );
  const methods = changed({ wanted: wanted.methods, current: current.methods, key: ({ code }) => code }, true);
  const codes = methods.map(({ item }) => item.code);
  await send(
    tx,
    sql.writeMethods,
    methods.map(({ item, position }) => ({
      code: item.code,
      shipping_class: item.shipping_class,
      carries: item.carries,
      position: position + 1,
      ...columns('name', item.name),
      ...columns('description', item.description),
      is_active: item.is_active,
    })),
  );
  await sendKeys(tx, sql.clearRates, codes);
  await send(
    tx,
    sql.writeRates,
    methods.flatMap(({ item }) => item.rates.map((rate) => ({ method: item.code, ...rate }))),
  );
  if (codes.length > 0) {
    const slots = methods.flatMap(({ item }) => item.slots.map((slot) => ({ method: item.code, ...slot })));
    await tx.rows(sql.retireSlots, [codes, JSON.stringify(slots)]);
    await send(tx, sql.writeSlots, slots);
    await tx.rows(sql.removeRetiredSlots);
    // Only a method that was there has slots with orders.
    const known = codes.filter((code) => current.methods.some((method) => method.code === code));
    if (known.length > 0) await lockRows(tx, sql.resizeSlots, [known, now]);
  }
  return zones.length + methods.length;
}

async function writePayments(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<number> {
  const payments = changed({ wanted: wanted.payments, current: current.payments, key: ({ code }) => code }, true);
  const rows = payments.map(({ item: { name, note, ...method }, position }) => {
    return { ...method, position: position + 1, ...columns('name', name), ...columns('note', note) };
  });
  await send(tx, sql.writePayments, rows);
  return rows.length;
}

async function writePromotions(tx: Db, wanted: ShopSetup, current: ShopSetup, prune: boolean): Promise<number> {
  const lists = { wanted: wanted.promotions, current: current.promotions, key: ({ key }: PromotionSetup) => key };
  const promotions = changed(lists, false);
  const before = new Map(current.promotions.map(({ key, code }) => [key, code]));
  const recoded = promotions.filter(({ item }) => before.get(item.key) !== item.code).map(({ item }) => item.key);
  // Codes are unique at every moment: one promotion may take the code of another that changes or goes.
  if (recoded.length > 0) await sendKeys(tx, sql.clearPromotionCodes, [...recoded, ...(prune ? keysLost(lists) : [])]);
  const rows = promotions.map(({ item: { name, goods, ...promotion } }) => ({
    ...promotion,
    ...columns('name', name),
    goods_en: goods.en || null,
    goods_zh: goods.zh,
  }));
  await send(tx, sql.writePromotions, rows);
  return rows.length;
}

async function writeVouchers(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<number> {
  const lists = { wanted: wanted.vouchers, current: current.vouchers, key: ({ code }: VoucherSetup) => code };
  const vouchers = changed(lists, false);
  // One product issues one voucher at every moment: it may pass to another one.
  await sendKeys(
    tx,
    sql.clearVoucherProducts,
    vouchers.map(({ item }) => item.code),
  );
  await saveImages(
    tx,
    vouchers.flatMap(({ item }) => item.image ?? []),
  );
  const rows = vouchers.map(({ item: { name, description, terms, goods, image, ...voucher } }) => ({
    ...voucher,
    image_hash: image && imageHash(image),
    ...columns('name', name),
    ...columns('description', description),
    ...columns('terms', terms),
    goods_en: goods.en || null,
    goods_zh: goods.zh,
  }));
  await send(tx, sql.writeVouchers, rows);
  return rows.length;
}

/** Writes tiers and rewards, each as a whole list. */
async function writeLoyalty(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<number> {
  const hasTiers = !isDeepStrictEqual(wanted.tiers, current.tiers);
  const hasRewards = !isDeepStrictEqual(wanted.rewards, current.rewards);
  if (hasTiers) {
    const rows = wanted.tiers.map(({ name, ...tier }, position) => ({ ...tier, position, ...columns('name', name) }));
    await sendKeys(
      tx,
      sql.writePriceGroups,
      wanted.tiers.flatMap(({ price_group }) => price_group ?? []),
    );
    await tx.rows(sql.clearTierPositions);
    await send(tx, sql.writeTiers, rows);
    await lockRows(tx, sql.moveMembers, [JSON.stringify(current.tiers)]);
    await tx.rows(sql.removeTiers);
  }
  if (hasTiers || hasRewards) {
    await tx.rows(sql.clearRewards);
    await send(tx, sql.writeRewards, wanted.rewards);
  }
  return Number(hasTiers) + Number(hasRewards);
}

async function writeCollections(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<number> {
  const collections = changed(
    { wanted: wanted.collections, current: current.collections, key: ({ key }) => key },
    false,
  );
  await send(
    tx,
    sql.writeCollections,
    collections.map(({ item: { name, products: _, ...collection } }) => ({ ...collection, ...columns('name', name) })),
  );
  const picked = collections.filter(({ item }) => item.rule.by === 'picked' && item.products !== null);
  if (picked.length === 0) return collections.length;
  const items = picked.flatMap(({ item }) =>
    (item.products ?? []).map((slug, position) => ({ key: item.key, slug, position })),
  );
  await tx.rows(sql.removeItems, [picked.map(({ item }) => item.key), JSON.stringify(items)]);
  await send(tx, sql.writeItems, items);
  return collections.length;
}

async function writeSynonyms(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<number> {
  if (isDeepStrictEqual(wanted.synonyms, current.synonyms)) return 0;
  await tx.rows(sql.clearSynonyms);
  await send(
    tx,
    sql.writeSynonyms,
    wanted.synonyms.map((terms, position) => ({ position, terms })),
  );
  return 1;
}

async function writeBanners(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<number> {
  const banners = changed({ wanted: wanted.banners, current: current.banners, key: ({ slug }) => slug }, true);
  await saveImages(
    tx,
    banners.flatMap(({ item }) => [item.image, item.tile]),
  );
  const rows = banners.map(({ item: { title, description, cta, image, tile, ...banner }, position }) => ({
    ...banner,
    position: position + 1,
    image_hash: imageHash(image),
    tile_hash: imageHash(tile),
    ...columns('title', title),
    ...columns('description', description),
    ...columns('cta', cta),
  }));
  await send(tx, sql.writeBanners, rows);
  return rows.length;
}

/** Builds a page's row: its Markdown, and the sections that follow from it and the shop's facts. */
function pageRow(page: PageSetup, position: number, wanted: ShopSetup, now: Date) {
  const render = (lang: 'en' | 'zh') => {
    const source = page.source[lang];
    return source === null ? null : renderPage(source, lang, factsOf(lang, wanted)).sections;
  };
  return {
    slug: page.slug,
    position: position + 1,
    ...columns('title', page.title),
    ...columns('description', page.description),
    ...columns('source', page.source),
    sections_en: render('en') ?? [],
    sections_zh: render('zh'),
    updated_at: `${page.updated_on ?? dayOf(now)}T00:00:00+08:00`,
  };
}

/** Writes the pages that differ, and those that quote a fact that changed. */
async function writePages(tx: Db, wanted: ShopSetup, current: CurrentSetup, now: Date): Promise<number> {
  const before = new Map(current.pages.map((page, position) => [page.slug, { page, position }]));
  const rows = wanted.pages.flatMap((page, position) => {
    const known = before.get(page.slug);
    const isSame = known !== undefined && known.position === position && isDeepStrictEqual(known.page, page);
    const row = pageRow(page, position, wanted, now);
    const rendered = current.rendered.get(page.slug);
    const isRendered =
      rendered !== undefined &&
      isDeepStrictEqual(rendered.sections_en, row.sections_en) &&
      isDeepStrictEqual(rendered.sections_zh, row.sections_zh);
    return isSame && isRendered ? [] : [row];
  });
  await send(tx, sql.writePages, rows);
  return rows.length;
}

async function writeOutlets(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<number> {
  const outlets = changed({ wanted: wanted.outlets, current: current.outlets, key: ({ code }) => code }, false);
  await send(
    tx,
    sql.writeOutlets,
    outlets.map(({ item: { name, state, ...outlet } }) => ({ ...outlet, ...columns('name', name), state_id: state })),
  );
  return outlets.length;
}

/** Removes the rows that `wanted` lacks. */
async function removeLost(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<number> {
  const lost = <Item>(list: (setup: ShopSetup) => readonly Item[], key: (item: Item) => string) =>
    keysLost({ wanted: list(wanted), current: list(current), key });
  const methods = lost(
    ({ methods }) => methods,
    ({ code }) => code,
  );
  const payments = lost(
    (setup) => setup.payments,
    ({ code }) => code,
  );
  const zones = lost(
    (setup) => setup.zones,
    ({ code }) => code,
  );
  const promotions = lost(
    (setup) => setup.promotions,
    ({ key }) => key,
  );
  const vouchers = lost(
    (setup) => setup.vouchers,
    ({ code }) => code,
  );
  const collections = lost(
    (setup) => setup.collections,
    ({ key }) => key,
  );
  const banners = lost(
    (setup) => setup.banners,
    ({ slug }) => slug,
  );
  const pages = lost(
    (setup) => setup.pages,
    ({ slug }) => slug,
  );
  const outlets = lost(
    (setup) => setup.outlets,
    ({ code }) => code,
  );
  await sendKeys(tx, sql.clearZoneRates, zones);
  await sendKeys(tx, sql.clearRates, methods);
  await sendKeys(tx, sql.removeMethodSlots, methods);
  await sendKeys(tx, sql.removeMethods, methods);
  await sendKeys(tx, sql.removePayments, payments);
  await sendKeys(tx, sql.clearZoneAreas, zones);
  await sendKeys(tx, sql.removeZones, zones);
  await sendKeys(tx, sql.removePromotionCounts, promotions);
  await sendKeys(tx, sql.removePromotions, promotions);
  await sendKeys(tx, sql.removeVoucherCounts, vouchers);
  await sendKeys(tx, sql.removeVouchers, vouchers);
  await sendKeys(tx, sql.removeCollections, collections);
  await sendKeys(tx, sql.removeBanners, banners);
  await sendKeys(tx, sql.removePages, pages);
  await sendKeys(tx, sql.removeOutlets, outlets);
  return [methods, payments, zones, promotions, vouchers, collections, banners, pages, outlets]
    .map((keys) => keys.length)
    .reduce((sum, count) => sum + count, 0);
}

/**
 * Writes `wanted` over `current`, and with `prune` removes the rows that `wanted` lacks. Changes nothing if they are
 * equal. A running shop shows the change within a second. Returns whether anything was written.
 */
export async function writeSetup(
  tx: Db,
  wanted: ShopSetup,
  { current, now, prune }: { current: CurrentSetup; now: Date; prune: boolean },
): Promise<boolean> {
  const counts = [
    await writeSettings(tx, wanted, current),
    await writeDelivery(tx, wanted, current, now),
    await writePayments(tx, wanted, current),
    await writePromotions(tx, wanted, current, prune),
    await writeVouchers(tx, wanted, current),
    await writeLoyalty(tx, wanted, current),
    await writeCollections(tx, wanted, current),
    await writeSynonyms(tx, wanted, current),
    await writeBanners(tx, wanted, current),
    await writePages(tx, wanted, current, now),
    await writeOutlets(tx, wanted, current),
    prune ? await removeLost(tx, wanted, current) : 0,
  ];
  const hasChanged = counts.some((count) => count > 0);
  if (hasChanged) await tx.rows(sql.noteSetupChange);
  return hasChanged;
}
