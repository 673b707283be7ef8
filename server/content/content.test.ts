import { describe, expect, test } from 'vitest';
import { bannerSubject, createPreviewToken } from '../secrets/preview-token.ts';
import { testServer } from '../testing/test-server.ts';
import { findSpec, saveImages } from './images.ts';
import { readPublicSettings } from './settings.ts';

let clock = new Date();
const { api, db, config } = await testServer({ clock: () => clock });
const get = (path: string) => api('GET', path);

test('GET /settings returns the spec’s Settings with its own strings (docs/readings.md#21), in both languages', async () => {
  const { status, body } = await get('/settings');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    siteTitle: 'Sekampit',
    siteSubtitle: 'Loyalty Rewards & Online Store',
    currency: 'MYR',
    category: { category_size: 280 },
    logo: { original: expect.stringMatching(/^\/media\/.*\.svg$/) },
    office_hours: 'Mon-Fri 8:30 am - 6:00 pm',
    founded: 2001,
    free_shipping: { min_amount: '80.00', region: 'Peninsular Malaysia', hide_in_cart: false, hide_in_topbar: false },
    seo: { twitterCardType: 'summary_large_image', ogImage: { original: expect.stringContaining('/media/') } },
  });
  expect(body.announcement.text).toContain('RM150 e-cash voucher');
  expect((await get('/settings?lang=zh')).body.siteTitle).toBe('满袋');
  expect((await get('/settings?lang=fr')).body.siteTitle).toBe('Sekampit');
});

test('GET /settings has the rates of the loyalty program, and null in a shop without one', async () => {
  const { loyalty } = (await get('/settings')).body;
  expect(loyalty).toMatchObject({
    points_per_ringgit: 100,
    min_points: 100,
    max_points_percent: 50,
    earn_rate: 1,
    referral_coins: 500,
  });
  await db.raw(`delete from settings where key = 'loyalty'`);
  expect((await readPublicSettings({ db })).loyalty).toBeNull();
});

test('GET /settings says whether cash on delivery is offered (docs/spec.md §1)', async () => {
  expect((await get('/settings')).body.has_cash_on_delivery).toBe(true);
  const setCash = (isActive: boolean) =>
    db.transaction(async (tx) => {
      await tx.raw(`update payment_methods set is_active = ${isActive} where code = 'cod'`);
      await tx.raw(`insert into catalog_changes (product_id, kind) values (null, 'content')`);
    });
  await setCash(false);
  await expect.poll(async () => (await get('/settings')).body.has_cash_on_delivery).toBe(false);
  await setCash(true);
  await expect.poll(async () => (await get('/settings')).body.has_cash_on_delivery).toBe(true);
});

test('a mood shows the pack of a product of its tag in its aisle', async () => {
  const { moods } = (await get('/settings')).body.home;
  const listPacks = async (aisle: string, tag: string) =>
    (await get(`/products?category_slugs=${aisle}&search=tags.slug:${tag}`)).body.data.map(
      ({ image }: { image: { original: string } }) => image.original,
    );
  const aisles = {
    pedas: 'potato-cassava-chips',
    manis: 'cookies-biscuits',
    masin: 'kerepek-keropok',
    segar: 'fresh-vegetables',
  };
  for (const [at, [tag, aisle]] of Object.entries(aisles).entries())
    expect(await listPacks(aisle, tag)).toContain(moods[at].image.original);
});

test('docs/readings.md#92: GET /settings lists the collections with products', async () => {
  expect((await get('/settings')).body.collections).toEqual(['shocking_deals', 'best_sellers', 'bundles', 'brands']);
  const setBundles = (maxItems: number | null) =>
    db.transaction(async (tx) => {
      await tx.raw("update collections set max_items = $1 where key = 'bundles'", [maxItems]);
      await tx.raw(`insert into catalog_changes (product_id, kind) values (null, 'content')`);
    });
  await setBundles(0);
  await expect
    .poll(async () => (await get('/settings')).body.collections)
    .toEqual(['shocking_deals', 'best_sellers', 'brands']);
  await setBundles(null);
  await expect.poll(async () => (await get('/settings')).body.collections).toContain('bundles');
});

test('GET /settings works without any stored setting', async () => {
  const empty = { ...db, row: async () => ({ settings: {}, free_from: null }) };
  expect(await readPublicSettings({ db: empty as unknown as typeof db })).toMatchObject({
    currency: 'MYR',
    category_size: 280,
  });
});

test('GET /banners lists running banners in their order; a banner starts and ends on time', async () => {
  const { body } = await get('/banners');
  const first = { slug: 'friday-night', link: '/categories/view?categories=snacks' };
  const ofEveryone = body.data.filter(({ audience }: { audience: string }) => audience === 'everyone');
  expect(ofEveryone[0]).toMatchObject({ ...first, placement: 'home_hero', tiers: [], focus: null });
  const before = body.total;
  const starts_at = new Date(clock.getTime() + 60_000);
  const ends_at = new Date(clock.getTime() + 120_000);
  await db.raw("update banners set starts_at = $1, ends_at = $2 where slug = 'friday-night'", [starts_at, ends_at]);
  // Cached responses expire by the real clock, which a test cannot move: each request has a new query.
  const listSlugs = async () =>
    (await get(`/banners?_search=${clock.getTime()}`)).body.data.map((each: { slug: string }) => each.slug);
  expect(await listSlugs()).not.toContain('friday-night');
  clock = starts_at;
  expect(await listSlugs()).toContain('friday-night');
  expect((await get('/banners/friday-night')).status).toBe(200);
  clock = ends_at;
  expect((await get('/banners?limit=50')).body.total).toBe(before - 1);
  expect((await get('/banners/friday-night?lang=zh')).status).toBe(404);
  expect((await get('/banners?search=colour:red')).status).toBe(422);
});

describe('GET /banners', () => {
  test('answers those of every audience and platform to everyone, cacheable, those with more priority first', async () => {
    const { body, headers } = await get('/banners');
    expect(headers.get('cache-control')).toContain('public');
    expect(body.data[0]).toMatchObject({ slug: 'harvest-thanks', audience: 'tier', tiers: ['padi', 'emas'] });
    expect(new Set(body.data.map((each: { audience: string }) => each.audience))).toEqual(
      new Set(['everyone', 'guest', 'tier', 'new_customer']),
    );
  });

  test('shows one that is not on to the holder of its signed link alone', async () => {
    const issueToken = (subject: string, at = clock) =>
      createPreviewToken(config.secret, subject, new Date(at.getTime() + 60_000));
    const preview = (slug: string, token: string) => get(`/banners-preview?slug=${slug}&token=${token}`);
    expect((await get('/banners/friends')).status).toBe(404);
    const { status, body } = await preview('friends', issueToken(bannerSubject('friends')));
    expect([status, body.title]).toEqual([200, 'Friends get 10% off']);
    for (const token of [
      issueToken(bannerSubject('breakfast')),
      issueToken('friends'),
      issueToken(bannerSubject('friends'), new Date(clock.getTime() - 120_000)),
    ]) {
      expect((await preview('friends', token)).body).toMatchObject({ code: 'code.invalid' });
    }
    expect((await preview('no-such', issueToken(bannerSubject('no-such')))).status).toBe(404);
  });

  test('finds those of a placement', async () => {
    const { body } = await get('/banners?search=placement:category_top');
    expect(body.data).toMatchObject([{ slug: 'party-snacks', categories: ['snacks'], link: '/bundles' }]);
  });

  test('answers a banner in its languages alone', async () => {
    await db.raw(`update banners set languages = '["zh"]' where slug = 'deals-at-eight'`);
    const countSearchBanners = async (lang: string) =>
      (await get(`/banners?search=placement:search&lang=${lang}`)).body.total;
    expect([await countSearchBanners('en'), await countSearchBanners('zh')]).toEqual([0, 1]);
  });
});

test('GET /states returns a bare list of all sixteen by ISO code (docs/readings.md#35)', async () => {
  const { body } = await get('/states');
  expect(body.data).toHaveLength(16);
  expect(body.data[9]).toEqual({ id: 'MY-10', code: 'MY-10', name: 'Selangor' });
  expect((await get('/states?lang=zh')).body.data[9].name).toBe('雪兰莪');
});

test('registers an image once and finds it by its hash', async () => {
  const spec = { kind: 'upload', sha256: 'ab'.repeat(32) } as const;
  const [hash, again] = await saveImages(db, [spec, { ...spec }]);
  expect(again).toBe(hash);
  expect(await findSpec(db, hash ?? '')).toEqual(spec);
  expect(await findSpec(db, '0'.repeat(20))).toBeNull();
});
