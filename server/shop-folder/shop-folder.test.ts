/** A shop's folder: written, applied, checked, exported (docs/own-shop.md). */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatHours, parseHours } from '../field-tables/documents.ts';
import { readStoredMails } from '../partners/mail/file-mailer.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { sentTo } from '../testing/inbox.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';
import { applyFolder, exportFolder } from './apply-folder.ts';
import { DEFAULT_FOLDER, setUpNewShop, shopContents } from './prepare-shop.ts';
import { readFolder } from './read-folder.ts';
import { readSetup } from './read-setup.ts';

const database = await testDatabase();
const server = await testServer({ database, jobs: true, env: { DEMO: '0' } });
const { api, db } = server;
const media = join(server.config.dataDir, 'media');
const now = new Date();
const scratch = mkdtempSync(join(tmpdir(), 'shop-folder-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let sequence = 0;
/** Copies a new shop's folder, with some files replaced; returns its path. */
function newFolder(files: Record<string, string | Buffer> = {}): string {
  const folder = join(scratch, `shop-${sequence++}`);
  cpSync(DEFAULT_FOLDER, folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const apply = (folder: string, options: { dryRun?: boolean; prune?: boolean } = {}) =>
  applyFolder(db, folder, { now, media, dryRun: false, prune: false, ...options });

const readFiles = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'base64')]),
  );

const SHOP = `name: { en: Kedai Aman, zh: 安心杂货 }
company: { name: Kedai Aman Sdn. Bhd., registration_no: "202601000001" }
contact: { email: hello@aman.example, phone: "0312345678", whatsapp: "60123456789", address: 1 Jalan Aman }
accent: "#8f1a14"
`;

const OUTLETS = `code,name,name_zh,street_address,postcode,state,latitude,longitude,phone,hours,exceptions,services,photo,opened_on,active
PJ1,Kedai PJ,,Lot 1,47300,Selangor,3.1,101.6,60312345678,Sun-Sat 18:00-02:00,2026-12-25 closed; 2026-12-26 10:00-14:00,member-card; parking,pj.png,2020-02-29,
PJ2,Kedai lama,,Lot 2,47300,Selangor,3.1,101.6,60312345678,Mon-Fri 08:00-22:00,,,,,no
`;

const BARU = SHOP.replace('Kedai Aman,', 'Kedai Baru,');

describe('apply', () => {
  test('sets up the shop as the folder describes it, and changes nothing the second time', async () => {
    const folder = newFolder({ 'shop.yaml': SHOP });
    const first = await apply(folder, { prune: true });
    expect(first.problems).toEqual([]);
    expect(first.changes).toContain('shop: name en: "Sekampit" → "Kedai Aman"');
    expect(await apply(folder, { prune: true })).toEqual({ problems: [], notes: [], changes: [] });

    const { body } = await api('GET', '/settings');
    expect(body).toMatchObject({
      siteTitle: 'Kedai Aman',
      accent: '#8f1a14',
      legal: { registration_no: '202601000001' },
      languages: ['en', 'zh'],
      home: { moods: [] },
    });
    expect((await api('GET', '/banners')).body.data).toEqual([]);
  });

  test('files are the same with a byte order mark and line ends of Windows', async () => {
    const folder = newFolder({ 'shop.yaml': SHOP, 'outlets.csv': OUTLETS.replace('pj.png', '') });
    await apply(folder);
    const texts = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) =>
      /\.(yaml|md|csv)$/.test(name),
    );
    for (const { parentPath, name } of texts) {
      const path = join(parentPath, name);
      writeFileSync(path, `\ufeff${readFileSync(path, 'utf8').replace(/\n/g, '\r\n')}`);
    }
    expect(await apply(folder)).toMatchObject({ problems: [], changes: [] });
  });

  test('lists what a new fee changes, also in the pages that quote it; a dry run writes nothing', async () => {
    const delivery = readFileSync(join(DEFAULT_FOLDER, 'delivery.yaml'), 'utf8');
    const folder = newFolder({
      'shop.yaml': SHOP,
      'delivery.yaml': delivery.replace('{ fee: 8.00 }', '{ fee: RM7.50 }'),
    });
    const expectedChanges = ['delivery: method: standard fees peninsular fee: RM8.00 → RM7.50'];
    expect((await apply(folder, { dryRun: true })).changes).toEqual(expectedChanges);
    expect((await apply(folder, { dryRun: true })).changes).toEqual(expectedChanges);
    expect((await apply(folder)).changes).toEqual(expectedChanges);
    const page = await api('GET', '/static_blocks/delivery-policy');
    expect(JSON.stringify(page.body)).toContain('RM7.50');
  });

  test('a running shop shows a change within a second', async () => {
    const { token } = await newShopper(server);
    expect((await api('GET', '/settings')).body.siteTitle).toBe('Kedai Aman');
    await apply(newFolder({ 'shop.yaml': BARU }));
    await expect.poll(async () => (await api('GET', '/settings')).body.siteTitle).toBe('Kedai Baru');
    const methods = (await api('GET', '/shippings?state_id=MY-10', { token })).body.data;
    expect(methods).toMatchObject([{ name: 'Standard delivery', fee: '8.00' }]);
  });

  test('holidays, and slots of a zone with limits of items, are set up, exported unchanged and checked', async () => {
    const text = readFileSync(join(DEFAULT_FOLDER, 'delivery.yaml'), 'utf8');
    const slots = '- { time: 10:00-14:00, zones: [ east-malaysia ], places: 9, items: 200, bulky: 6, closes: 3 h }';
    const holidays = `
holidays:
  - { date: 2027-02-05, name: { en: New Year's Eve, zh: 除夕 }, zones: [ peninsular ], times: [ 18:00-24:00 ] }
  - { date: 2026-12-25, name: Christmas Day }
`;
    const delivery = text.replace('- { time: 10:00-14:00', `${slots}\n      - { time: 10:00-14:00`) + holidays;
    await apply(newFolder({ 'shop.yaml': BARU, 'delivery.yaml': delivery }));
    expect((await apply(newFolder({ 'shop.yaml': BARU, 'delivery.yaml': delivery }))).changes).toEqual([]);
    const { rows } = await db.raw(
      `select capacity, items_capacity, bulky_capacity from delivery_slot_templates where zones = '{east-malaysia}'`,
    );
    expect(rows).toEqual([{ capacity: 9, items_capacity: 200, bulky_capacity: 6 }]);
    const { rows: storedSettings } = await db.raw(`select value from settings where key = 'delivery_holidays'`);
    expect(storedSettings[0]?.value).toMatchObject([
      { date: '2026-12-25', name_en: 'Christmas Day', name_zh: null, zones: [], windows: [] },
      { date: '2027-02-05', zones: ['peninsular'], windows: [{ starts_minute: 1080, ends_minute: 1440 }] },
    ]);

    const wrong = newFolder({
      'shop.yaml': BARU,
      'delivery.yaml': 'holidays:\n  - { date: 25 Dec, name: Christmas Day, zones: [ moon ] }\n',
    });
    expect((await apply(wrong)).problems).toMatchObject([
      { file: 'delivery.yaml', line: 2, reason: '"date" must be a day such as 2026-12-25' },
    ]);
    await apply(newFolder({ 'shop.yaml': BARU, 'delivery.yaml': `${text}\nholidays: []\n` }));
  });

  test('outlets are set up with hours of single days, services and photo, and exported unchanged', async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#226644' } })
      .png()
      .toBuffer();
    const folder = newFolder({ 'shop.yaml': BARU, 'outlets.csv': OUTLETS, 'pj.png': photo });
    expect((await apply(folder)).problems).toEqual([]);
    expect(await apply(folder)).toMatchObject({ changes: [] });
    await expect.poll(async () => (await api('GET', '/shops/PJ1')).status).toBe(200);
    const { body } = await api('GET', '/shops/PJ1');
    expect(body).toMatchObject({
      services: ['member-card', 'parking'],
      opened_on: '2020-02-29',
      city: 'Petaling Jaya',
    });
    expect(body.hours[1]).toEqual({ day: 1, spans: [{ opens: '18:00', closes: '02:00' }] });
    expect((await fetch(`${server.url}${body.image.thumbnail}`)).status).toBe(200);
    expect((await api('GET', '/shops/PJ2')).status).toBe(404);
    const exportDir = join(scratch, 'outlets-exported');
    await exportFolder(db, exportDir, media);
    expect(readFileSync(join(exportDir, 'outlets.csv'), 'utf8')).toBe(OUTLETS.replace('pj.png', 'outlet-pj1.png'));
    expect(readFileSync(join(exportDir, 'outlet-pj1.png'))).toEqual(photo);
  });

  test('notes outlets outside Malaysia, far from the town of their postcode or in another state', async () => {
    const row = (code: string, place: string) => `${code},Shop,Lot 1,${place},60312345678,Mon-Fri 08:00-22:00\n`;
    const places = [
      row('SEA', '47300,Selangor,3.1,107'),
      row('FAR', '47300,Selangor,3.8,101.6'),
      row('KDH', '05000,Selangor,3.1,101.6'),
      row('ODD', '99999,Selangor,3.1,101.6'),
      row('FINE', '47300,Selangor,3.1,101.6'),
    ];
    const head = 'code,name,street_address,postcode,state,latitude,longitude,phone,hours\n';
    const { problems, notes } = await apply(newFolder({ 'outlets.csv': head + places.join('') }), { dryRun: true });
    expect(problems).toEqual([]);
    expect(notes.filter(({ file }) => file === 'outlets.csv').map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: SEA is outside Malaysia: 3.1, 107',
      '3: FAR is 77 km from Petaling Jaya, the town of its postcode 47300',
      '4: KDH is in another state than its postcode 05000',
      '5: ODD has the unknown postcode 99999',
    ]);
  });

  test('takes pictures from the folder and serves them', async () => {
    const picture = await sharp({ create: { width: 1640, height: 816, channels: 3, background: '#aa3322' } })
      .jpeg()
      .toBuffer();
    const banners = 'welcome:\n  title: Fresh today\n  button: Shop now\n  link: /products\n  image: welcome.jpg\n';
    const folder = newFolder({ 'shop.yaml': BARU, 'banners/banners.yaml': banners, 'banners/welcome.jpg': picture });
    expect((await apply(folder)).changes).toEqual(['banners: welcome added']);
    const [banner] = (await api('GET', '/banners')).body.data;
    expect(banner).toMatchObject({ slug: 'welcome', title: 'Fresh today' });
    for (const url of [banner.image.thumbnail, banner.image.original]) {
      expect((await server.app.http.inject(url)).statusCode, url).toBe(200);
    }
    const exportDir = join(scratch, 'with-picture');
    await exportFolder(db, exportDir, media);
    expect(readFileSync(join(exportDir, 'banners/welcome.jpg')).equals(picture)).toBe(true);
  });

  test('banners have places, audiences and targets, and are exported as they were', async () => {
    const picture = await sharp({ create: { width: 1640, height: 816, channels: 3, background: '#aa3322' } })
      .png()
      .toBuffer();
    const drinks = [
      'drinks:',
      '  place: category_top',
      '  categories: [ drinks ]',
      '  audience: customer',
      '  platforms: [ web ]',
      '  languages: [ en ]',
      '  priority: 5',
      '  title: Cold drinks',
      '  button: Shop drinks',
      '  link: { category: drinks }',
      '  image: drinks.png',
      '  focus: { x: 20, y: 40 }',
    ];
    const withBanner = (lines: string[]) =>
      newFolder({ 'shop.yaml': BARU, 'banners/banners.yaml': lines.join('\n'), 'banners/drinks.png': picture });
    expect((await apply(withBanner(drinks))).changes).toContain('banners: drinks added');
    expect((await api('GET', '/banners/drinks')).body).toMatchObject({
      ...{ placement: 'category_top', audience: 'customer', platforms: ['web'], categories: ['drinks'] },
      ...{ link: '/categories/view?categories=drinks', focus: { x: 20, y: 40 } },
    });
    const exportDir = join(scratch, 'with-places');
    await exportFolder(db, exportDir, media);
    expect(readFileSync(join(exportDir, 'banners/banners.yaml'), 'utf8')).toContain('link: { category: drinks }');
    expect((await apply(exportDir)).changes).toEqual([]);

    const replaceLine = (line: string, by: string) => drinks.map((each) => (each === line ? by : each));
    for (const [lines, line, reason] of [
      [replaceLine('  link: { category: drinks }', '  link: /blog'), 10, /must be a page of the shop/],
      [replaceLine('  link: { category: drinks }', '  link: { collection: no-such }'), 10, /must be a path, or one of/],
      [replaceLine('  place: category_top', '  place: search'), 3, /only place: category_top has categories/],
      [replaceLine('  audience: customer', '  audience: tier'), 2, /audience: tier and tiers go together/],
      [[...replaceLine('  audience: customer', '  audience: tier'), '  tiers: [ moon ]'], 13, /there is no tier moon/],
    ] as const) {
      const { problems } = await apply(withBanner([...lines]));
      expect(problems).toMatchObject([{ file: 'banners/banners.yaml', line, reason: expect.stringMatching(reason) }]);
    }
  });
});

test('colour, logo and icon of the folder are those of the shop, and come back with the export', async () => {
  const side = { width: 64, height: 64, channels: 3, background: '#aa3322' } as const;
  const picture = await sharp({ create: { ...side, width: 320 } })
    .png()
    .toBuffer();
  const icon = await sharp({ create: side }).png().toBuffer();
  const text = `${SHOP}logo: logo.png\nicon: mark.png\n`;
  await apply(newFolder({ 'shop.yaml': text, 'logo.png': picture, 'mark.png': icon }));
  const readSettings = async () => (await api('GET', '/settings')).body;
  await expect.poll(async () => (await readSettings()).logo.is_own).toBe(true);
  const { logo, icon: iconAddress, accent_styles } = await readSettings();
  for (const address of [logo.thumbnail, logo.original, iconAddress, accent_styles]) {
    expect((await server.app.http.inject(address)).statusCode, address).toBe(200);
  }
  const manifest = (await server.app.http.inject('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Kedai Aman', short_name: 'Kedai Aman', start_url: '/' });
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512']);
  expect(manifest.icons[0].src).toBe(iconAddress);
  const touchIcon = await server.app.http.inject('/apple-touch-icon.png');
  expect(touchIcon.headers.location).toBe(iconAddress.replace('-192', '-180'));
  for (const address of [manifest.icons[1].src, touchIcon.headers.location]) {
    expect((await server.app.http.inject(address)).statusCode, address).toBe(200);
  }
  const message = { name: 'Mei', email: 'mei.logo@example.com', subject: 'Eggs', message: 'Two were broken.' };
  expect((await api('POST', '/contact-us', { body: message })).status).toBe(201);
  await sentTo(server.url, message.email, () => true);
  const mail = (await readStoredMails(server.config.dataDir)).find(({ to }) => to === message.email);
  expect(mail?.html).toMatch(new RegExp(`<img src="https?://[^/"]+/media/${logo.id}-512.png" alt="Kedai Aman"`));
  expect((await server.app.http.inject(`/media/${logo.id}-512.png`)).statusCode).toBe(200);
  const exportDir = join(scratch, 'with-logo');
  await exportFolder(db, exportDir, media);
  expect(readFileSync(join(exportDir, 'logo.png')).equals(picture)).toBe(true);
  expect(readFileSync(join(exportDir, 'icon.png')).equals(icon)).toBe(true);
  await apply(newFolder({ 'shop.yaml': SHOP.replace(/accent.*/, '') }), { prune: true });
  await expect.poll(readSettings).toMatchObject({ icon: null, accent_styles: null });
  expect((await readSettings()).logo.is_own).toBe(false);
  await apply(newFolder({ 'shop.yaml': SHOP }));
});

test('trackers of the folder are loaded from the hosts that pages may then reach, and come back with the export', async () => {
  const readTrackers = async () => {
    const { body, headers } = await api('GET', '/settings');
    return {
      ids: body.tracking.map(({ tracker, id }: { tracker: string; id: string }) => `${tracker} ${id}`),
      scripts: /script-src 'self'([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.trim(),
    };
  };
  expect(await readTrackers()).toEqual({ ids: [], scripts: '' });
  const folder = newFolder({ 'shop.yaml': `${SHOP}trackers:\n  ga4: G-ABC1234\n  meta: "123456789012345"\n` });
  expect((await apply(folder, { dryRun: true })).changes.join('\n')).toContain('G-ABC1234');
  expect(await readTrackers()).toEqual({ ids: [], scripts: '' });
  await apply(folder);
  await expect.poll(readTrackers).toEqual({
    ids: ['meta 123456789012345', 'ga4 G-ABC1234'],
    scripts: 'https://connect.facebook.net https://www.googletagmanager.com',
  });
  expect((await apply(folder)).changes).toEqual([]);
  const exportDir = join(scratch, 'with-trackers');
  await exportFolder(db, exportDir, media);
  expect(readFileSync(join(exportDir, 'shop.yaml'), 'utf8')).toContain(
    'trackers: { meta: "123456789012345", ga4: G-ABC1234 }',
  );
  await apply(newFolder({ 'shop.yaml': `${SHOP}trackers: none\n` }));
  await expect.poll(readTrackers).toEqual({ ids: [], scripts: '' });
  await exportFolder(db, exportDir, media);
  expect(readFileSync(join(exportDir, 'shop.yaml'), 'utf8')).toContain('trackers: none');
  await apply(newFolder({ 'shop.yaml': SHOP }), { prune: true });
});

describe('prune', () => {
  test('removes what the folder no longer has', async () => {
    const collections = `${readFileSync(join(DEFAULT_FOLDER, 'collections.yaml'), 'utf8')}
hampers:
  name: Hampers
  by: picked
`;
    await apply(newFolder({ 'shop.yaml': SHOP, 'collections.yaml': collections }), { prune: true });
    const plain = newFolder({ 'shop.yaml': SHOP });
    expect((await apply(plain)).changes).toEqual([]);
    const { changes } = await apply(plain, { prune: true });
    expect(changes).toEqual(['collections: hampers removed']);
    expect((await readSetup(db)).collections.map(({ key }) => key)).toContain('best_seller');
  });

  test('keeps a delivery method that an order names, and no longer offers it; pages quote the renamed one', async () => {
    const { rows } = await db.raw(`select id from delivery_methods where code = 'standard'`);
    await db.raw(
      `insert into orders (id, order_number, cart_id, cart_version, status, payment_status, payment_method, lang,
         contact_email, contact_phone, shipping_address, billing_address, delivery_method_id, delivery_method_en,
         leave_at_door, items_total, discount, delivery_fee, bag_fee, tip, rounding, grand_total, created_at, updated_at)
       values (gen_random_uuid(), 'AAAA1111', gen_random_uuid(), 1, 'complete', 'paid', 'cod', 'en', 'a@b.example',
         '60123456789', '{}', '{}', $1, 'Standard', false, 100, 0, 0, 0, 0, 0, 100, now(), now())`,
      [rows[0]?.id],
    );
    const delivery = readFileSync(join(DEFAULT_FOLDER, 'delivery.yaml'), 'utf8')
      .replace('  standard:', '  van:')
      .replaceAll('closes: 3 h', 'closes: 5 h');
    const page = '---\ntitle: Hours\n---\n\n## Hours\n\nClosed {{ closes.standard }} hours before.\n';
    const folder = newFolder({ 'shop.yaml': SHOP, 'delivery.yaml': delivery, 'pages/en/hours.md': page });
    await apply(folder, { prune: true });
    const { rows: blocks } = await db.raw(`select sections_en::text as text from static_blocks where slug = 'hours'`);
    expect(blocks[0]?.text).toContain('Closed 5 hours before.');
    const { methods } = await readSetup(db);
    expect(methods.map(({ code, is_active }) => [code, is_active])).toEqual([
      ['van', true],
      ['standard', false],
    ]);
    expect((await apply(folder, { prune: true })).changes).toEqual([]);
  });
});

test('a removed slot that an order names is no longer offered, nor shown as full', async () => {
  const text = readFileSync(join(DEFAULT_FOLDER, 'delivery.yaml'), 'utf8');
  await apply(newFolder({ 'shop.yaml': SHOP, 'delivery.yaml': text }), { prune: true });
  const { token } = await newShopper(server);
  const listSlots = async (): Promise<string[]> =>
    (await api('GET', '/shippings?state_id=MY-10', { token })).body.data[0].slots.map(
      (slot: { id: string }) => slot.id,
    );
  await db.raw(
    `insert into delivery_slots (template_id, starts_at, capacity, taken)
     select id, date_trunc('day', now()) + interval '3 days 2 hours', 30, 1 from delivery_slot_templates
     where starts_minute = 600 and capacity > 0`,
  );
  const { rows } = await db.raw('select id from delivery_slot_templates where starts_minute = 600 and capacity > 0');
  const isRemoved = (id: string) => id.startsWith(`${rows[0]?.id}-`);
  await expect.poll(async () => (await listSlots()).some(isRemoved)).toBe(true);
  const fewer = text.replace('      - { time: 10:00-14:00, places: 30, closes: 3 h }\n', '');
  await apply(newFolder({ 'shop.yaml': SHOP, 'delivery.yaml': fewer }));
  await expect.poll(async () => (await listSlots()).some(isRemoved)).toBe(false);
  expect((await listSlots()).length).toBeGreaterThan(0);
});

test('tips: [0.00] turns tips off: none is taken, and one chosen before is dropped', async () => {
  const text = readFileSync(join(DEFAULT_FOLDER, 'delivery.yaml'), 'utf8');
  const withTips = text.replace('tips: [0.00]', 'tips: [0.00, 2.00]');
  expect(withTips).not.toBe(text);
  await apply(newFolder({ 'shop.yaml': SHOP, 'delivery.yaml': withTips }));
  const guest = await newShopper(server);
  await guest.fill([await makeProduct(db, { price: 1_000 }), 1]);
  expect((await guest.checkout({ tip: '2.00' })).body.cart).toMatchObject({ tip: '2.00', grand_total: '12.00' });
  await apply(newFolder({ 'shop.yaml': SHOP }));
  expect((await guest.get('/cart')).body).toMatchObject({ tip: '0.00', grand_total: '10.00' });
  const refusal = await guest.checkout({ tip: '2.00' });
  expect(refusal.status).toBe(422);
  expect(refusal.body.errors.tip).toBeDefined();
});

test('bundle_saving_percent changes the price of bundles within a second (docs/readings.md#30)', async () => {
  const part = await makeProduct(db, { price: 1_000 });
  const bundle = await makeProduct(db, { price: 3_000, parts: [{ product: part, quantity: 3 }] });
  const readPrice = async () => (await api('GET', `/products/${bundle.id}`)).body.sale_price;
  await apply(newFolder({ 'shop.yaml': SHOP }));
  await expect.poll(readPrice).toBe('29.10');
  await apply(newFolder({ 'shop.yaml': `${SHOP}bundle_saving_percent: 10\n` }));
  await expect.poll(readPrice).toBe('27.00');
  await apply(newFolder({ 'shop.yaml': `${SHOP}bundle_saving_percent: 3\n` }));
  await expect.poll(readPrice).toBe('29.10');
});

test('a page of another name is one of the shop’s own: a title for the footer, in order, until it is pruned', async () => {
  const page = (title: string, position: number) => `---\ntitle: ${title}\nposition: ${position}\n---\n\n${title}.\n`;
  const folder = newFolder({
    'shop.yaml': SHOP,
    'pages/en/halal.md': page('Halal goods', 41),
    'pages/zh/halal.md': page('清真商品', 41),
    'pages/en/careers.md': page('Work with us', 40),
  });
  const listOwnPages = async (lang = 'en') => (await api('GET', `/settings?lang=${lang}`)).body.own_pages;
  await apply(folder, { prune: true });
  await expect
    .poll(() => listOwnPages())
    .toEqual([
      { slug: 'careers', title: 'Work with us' },
      { slug: 'halal', title: 'Halal goods' },
    ]);
  expect(await listOwnPages('zh')).toContainEqual({ slug: 'halal', title: '清真商品' });
  await apply(newFolder({ 'shop.yaml': SHOP }), { prune: true });
  await expect.poll(() => listOwnPages()).toEqual([]);
});

test('a promotion for a category that the shop lacks is noted with its line', async () => {
  const promotions = 'moon:\n  name: Moon rocks\n  off: 5.00\n  class: product\n  categories: [moon-rocks]\n';
  const { notes } = await apply(newFolder({ 'shop.yaml': SHOP, 'promotions.yaml': promotions }), { dryRun: true });
  expect(notes).toContainEqual({
    file: 'promotions.yaml',
    line: 5,
    reason: 'the shop has no category moon-rocks yet; no product counts for it',
  });
});

test('each place that names a category that the shop lacks is noted with its line', async () => {
  const picture = await sharp({ create: { width: 1640, height: 816, channels: 3, background: '#404040' } })
    .png()
    .toBuffer();
  const banner = `moon: { place: category_top, title: Moon, text: Rocks, button: Look, link: /products, image: moon.png,
  categories: [nope] }
`;
  const folder = newFolder({
    'shop.yaml': SHOP,
    'promotions.yaml': 'moon:\n  name: Moon rocks\n  off: 5.00\n  class: product\n  categories: [nope]\n',
    'delivery.yaml': 'frozen_categories:\n  - ice-cream\n  - nope\n',
    'loyalty.yaml': 'excluded_categories:\n  - ice-cream\n  - nope\n',
    'collections.yaml':
      'fresh_vegetables:\n  name: Fresh\n  by: category\n  categories:\n    - fresh-vegetables\n    - nope\n',
    'banners/banners.yaml': banner,
    'banners/moon.png': picture,
  });
  const { problems, notes } = await apply(folder, { dryRun: true });
  expect(problems).toEqual([]);
  const reason = 'the shop has no category nope yet; no product counts for it';
  expect(notes).toEqual([
    { file: 'banners/banners.yaml', line: 2, reason: 'the shop has no category nope yet; no page shows it' },
    { file: 'collections.yaml', line: 6, reason },
    { file: 'delivery.yaml', line: 3, reason },
    { file: 'loyalty.yaml', line: 3, reason },
    { file: 'promotions.yaml', line: 5, reason },
  ]);
});

test('each place that names a product, tag or link target that the shop lacks is noted with its line', async () => {
  const picture = await sharp({ create: { width: 1640, height: 816, channels: 3, background: '#404040' } })
    .png()
    .toBuffer();
  const { rows } = await db.raw(`select p.slug as product, t.slug as tag from product_tags
    join products p on p.id = product_id join tags t on t.id = tag_id limit 1`);
  const { product, tag } = rows[0] ?? {};
  const banner = (name: string, link: string) =>
    `${name}: { title: Moon, button: Look, image: moon.png,\n  link: ${link} }\n`;
  const mood = (tag: unknown, aisle: string) =>
    `  - { name: Moon, text: Rocks, backdrop: snack,\n      tag: ${tag},\n      aisle: ${aisle} }\n`;
  const folder = newFolder({
    'shop.yaml': SHOP,
    'delivery.yaml': `free_shipping_excludes:\n  products:\n    - ${product}\n    - rice-nope
free_shipping_blocked_by:\n  products: [ice-nope]\n`,
    'collections.yaml': `fresh_vegetables:\n  name: Fresh\n  by: picked\n  products:\n    - ${product}\n    - leek-nope\n`,
    'home.yaml': `moods:\n${mood(tag, 'ice-cream')}${mood('tag-nope', 'aisle-nope')}`,
    'banners/banners.yaml': [
      banner('one', '{ category: "ice-cream,category-nope" }'),
      banner('two', '{ product: product-nope }'),
      banner('three', `{ product: ${product} }`),
      banner('four', '/categories/view?categories=path-nope'),
      banner('five', '{ search: nope }'),
    ].join(''),
    'banners/moon.png': picture,
  });
  const { problems, notes } = await apply(folder, { dryRun: true });
  expect(problems).toEqual([]);
  expect(notes.map(({ file, line, reason }) => `${file}:${line}: ${reason}`)).toEqual([
    'banners/banners.yaml:2: the shop has no category category-nope yet; its banner leads to no products',
    'banners/banners.yaml:4: the shop has no product product-nope yet; its banner leads to no product',
    'banners/banners.yaml:8: the shop has no category path-nope yet; its banner leads to no products',
    'collections.yaml:6: the shop has no product leek-nope yet; it is left out',
    'delivery.yaml:4: the shop has no product rice-nope yet; no product counts for it',
    'delivery.yaml:6: the shop has no product ice-nope yet; no product counts for it',
    'home.yaml:6: the shop has no tag tag-nope yet; its tile leads to no products',
    'home.yaml:7: the shop has no category aisle-nope yet; its tile shows no product',
  ]);
});

test('each file that the folder does not have is noted, and ignored', async () => {
  const ignored = [
    'banners.yaml',
    'banners/banners.yml',
    'delivery.yml',
    'outlets.CSV',
    'pages/cn/halal.md',
    'pages/en/halal.MD',
    'pages/en/more/halal.md',
    'promotion.yaml',
  ];
  const others = ['README_zh.md', 'pages/CHANGELOG.md', '.git/config.yaml', '.hidden.yaml', 'banners/raya.txt'];
  const files = Object.fromEntries([...ignored, ...others].map((file) => [file, 'off: 5.00\n']));
  expect(await apply(newFolder({ 'shop.yaml': SHOP, ...files }), { dryRun: true })).toMatchObject({
    problems: [],
    notes: ignored.map((file) => ({
      file,
      line: 1,
      reason: "is no part of a shop's folder, so it is ignored; docs/own-shop.md lists the files",
    })),
  });
});

test('a column that outlets do not have is noted', async () => {
  const table = 'code,name,is_active,phone_zh\n';
  expect(await apply(newFolder({ 'shop.yaml': SHOP, 'outlets.csv': table }), { dryRun: true })).toMatchObject({
    problems: [],
    notes: ['is_active', 'phone_zh'].map((column) => ({
      file: 'outlets.csv',
      line: 1,
      reason: `"${column}" is not known here, so it is ignored`,
    })),
  });
});

describe('promotions', () => {
  const promotions = `welcome:
  name: { en: Ten off, zh: 九折 }
  code: welcome10
  off: 10%
  up_to: 15.00
  first_order_only: true
  combines_with: [ delivery ]
third-free:
  name: Every third free
  buy: 2
  get: 1
  weekdays: [ Fri, Sat ]
  categories: [ drinks ]
`;
  const folderWith = (text: string) => newFolder({ 'shop.yaml': SHOP, 'promotions.yaml': text });

  test('are set up as the folder describes them, unchanged the second time, and exported unchanged', async () => {
    const { changes, notes } = await apply(folderWith(promotions));
    expect(changes).toContain('promotions: third-free added');
    expect(changes).toContain('promotions: welcome added');
    expect(notes).toEqual([]);
    expect((await apply(folderWith(promotions))).changes).toEqual([]);
    const { rows } = await db.raw(`select code, class, benefit, weekdays, combines_with, categories from promotions
      where key in ('welcome', 'third-free') order by key`);
    expect(rows).toEqual([
      {
        code: null,
        class: 'product',
        benefit: { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 },
        weekdays: [5, 6],
        combines_with: [],
        categories: ['drinks'],
      },
      {
        code: 'WELCOME10',
        class: 'order',
        benefit: { kind: 'percentage', percent: 10, max_amount: 1500 },
        weekdays: [],
        combines_with: ['delivery'],
        categories: [],
      },
    ]);
    const exportDir = join(scratch, 'with-promotions');
    await exportFolder(db, exportDir, media);
    expect(readFileSync(join(exportDir, 'promotions.yaml'), 'utf8')).toContain('off: 10%\n');
    expect((await apply(exportDir, { prune: true })).changes).toEqual([]);
  });

  test('lists each change, and moves a code to another promotion', async () => {
    const changedText = promotions.replace('off: 10%\n  up_to: 15.00', 'off: RM5').replace('code: welcome10', '');
    expect((await apply(folderWith(changedText.replace('buy: 2', 'code: WELCOME10\n  buy: 3')))).changes).toEqual([
      'promotions: third-free buy: 2 → 3',
      'promotions: third-free code: nothing → "WELCOME10"',
      'promotions: welcome code: "WELCOME10" → nothing',
      'promotions: welcome off: "10%" → RM5.00',
      'promotions: welcome up_to: RM15.00 → nothing',
    ]);
    await apply(folderWith(promotions));
  });

  test('prune removes those without orders, and switches off one that an order used', async () => {
    const { rows } = await db.raw(`select id from promotions where key = 'welcome'`);
    const { rows: orders } = await db.raw(
      `insert into orders (id, order_number, cart_id, cart_version, status, payment_status, payment_method, lang,
         contact_email, contact_phone, shipping_address, billing_address, delivery_method_id, delivery_method_en,
         leave_at_door, items_total, discount, delivery_fee, bag_fee, tip, rounding, grand_total, created_at, updated_at)
       select gen_random_uuid(), 'AAAA2222', gen_random_uuid(), 1, 'complete', 'paid', 'cod', 'en', 'a@b.example',
         '60123456789', '{}', '{}', id, 'Standard', false, 100, 0, 0, 0, 0, 0, 100, now(), now()
       from delivery_methods limit 1 returning id`,
    );
    await db.raw(
      `insert into promotion_uses (promotion_id, order_id, phone_hash, email_hash) values ($1, $2, '', '')`,
      [rows[0]?.id, orders[0]?.id],
    );
    const { changes } = await apply(folderWith(''), { prune: true });
    expect(changes).toContain('promotions: third-free removed');
    expect(changes).toContain('promotions: welcome active: nothing → false');
    const { promotions: promotionsLeft } = await readSetup(db);
    expect(promotionsLeft.map(({ key, is_active }) => [key, is_active])).toEqual([['welcome', false]]);
    const other = 'other:\n  name: Other\n  code: WELCOME10\n  off: 1.00\n';
    expect((await apply(folderWith(other))).problems.map(({ reason }) => reason)).toEqual([
      'other: the code WELCOME10 belongs to welcome',
    ]);
    expect((await apply(folderWith(other), { prune: true })).problems).toEqual([]);
    await db.raw(`delete from promotion_uses`);
    expect((await apply(folderWith(''), { prune: true })).changes).toEqual([
      'promotions: other removed',
      'promotions: welcome removed',
    ]);
  });
});

describe('reports problems with file and line, and applies nothing', () => {
  const place = async (files: Record<string, string | Buffer>) => {
    const { problems, changes } = await apply(newFolder(files));
    expect(changes).toEqual([]);
    return problems.map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
  };

  test.each<[string, Record<string, string | Buffer>, string]>([
    ['an unknown key', { 'shop.yaml': 'name: A\ncolour: "#fff"\n' }, 'shop.yaml:2: "colour" is not known here'],
    [
      'a colour that is too light',
      { 'shop.yaml': 'name: A\naccent: "#ffee88"\n' },
      'shop.yaml:2: "accent" is too light: neither white text on it nor text in it would be readable (4.5:1); take a darker one',
    ],
    [
      'the id of no tracker account',
      { 'shop.yaml': 'name: A\ntrackers:\n  ga4: UA-1\n' },
      'shop.yaml:3: "ga4" must be a measurement id such as G-ABC123',
    ],
    [
      'an unknown tracker',
      { 'shop.yaml': 'name: A\ntrackers: { matomo: "1" }\n' },
      'shop.yaml:2: "matomo" is not known here',
    ],
    [
      'trackers without ids',
      { 'shop.yaml': 'name: A\ntrackers: ga4\n' },
      'shop.yaml:2: "trackers" must be none, or the ids of trackers: { meta: …, ga4: …, tiktok: … }',
    ],
    ['broken YAML', { 'shop.yaml': 'name: { en: A\n' }, 'shop.yaml:2: '],
    ['a missing picture', { 'shop.yaml': 'logo: logo.png\n' }, 'shop.yaml:1: the file logo.png is missing'],
    [
      'a fee that is no amount',
      {
        'delivery.yaml':
          'zones: { all: { name: All, states: [ Johor ] } }\nmethods:\n  van:\n    name: Van\n    fees:\n      all: { fee: 8.005 }\n',
      },
      'delivery.yaml:6: "fee" must be an amount such as 8.00: ringgit, with two decimals at most',
    ],
    [
      'a page whose name is no address',
      { 'pages/en/-halal.md': '---\ntitle: Halal goods\n---\n' },
      'pages/en/-halal.md:1: needs a name of small letters, digits and dashes, with no dash in front',
    ],
    [
      'a promotion that takes nothing off',
      { 'promotions.yaml': 'one:\n  name: One\n' },
      'promotions.yaml:2: one: says nothing that it takes off: off, buy and get, or free_delivery',
    ],
    [
      'a share above all',
      { 'promotions.yaml': 'one:\n  name: One\n  off: 110%\n' },
      'promotions.yaml:3: "off" must be an amount such as 5.00, or a share from 1% to 100%',
    ],
    [
      'a cap on an amount',
      { 'promotions.yaml': 'one:\n  name: One\n  off: 5.00\n  up_to: 3\n' },
      'promotions.yaml:2: one: up_to needs off: 10%',
    ],
    [
      'one code for two promotions',
      { 'promotions.yaml': 'one: { name: One, off: 1.00, code: AB }\ntwo: { name: Two, off: 2.00, code: ab }\n' },
      'promotions.yaml:2: two: the code AB belongs to one',
    ],
    [
      'an unknown weekday',
      { 'promotions.yaml': 'one:\n  name: One\n  off: 1.00\n  weekdays: [ Friday ]\n' },
      'promotions.yaml:4: "0" must be one of Sun, Mon, Tue, Wed, Thu, Fri, Sat',
    ],
    [
      'a zone that is not there',
      {
        'delivery.yaml':
          'zones: { all: { name: All, states: [ Johor ] } }\nmethods:\n  van:\n    name: Van\n    fees:\n      moon: { fee: 8 }\n',
      },
      'delivery.yaml:6: there is no zone moon; the zones are all',
    ],
    [
      'a state that is not there',
      { 'delivery.yaml': 'zones:\n  all:\n    name: All\n    states: [ Johor, Atlantis ]\n' },
      'delivery.yaml:4: "Atlantis" is no state of Malaysia',
    ],
    [
      'a page without a title',
      { 'pages/en/terms.md': '---\ndescription: Terms\n---\n\n## One\n' },
      'pages/en/terms.md:2: "title" is missing',
    ],
    [
      'a Chinese page alone',
      { 'pages/zh/more.md': '---\ntitle: 更多\n---\n' },
      'pages/zh/more.md:1: needs an English page: pages/en/more.md',
    ],
    [
      'an outlet in no state',
      {
        'outlets.csv':
          'code,name,name_zh,street_address,postcode,state,latitude,longitude,phone,hours\nA,Shop,,Lot 1,47300,Mars,3.1,101.6,60312345678,Mon-Fri 08:00-22:00\n',
      },
      'outlets.csv:2: "Mars" is no state of Malaysia',
    ],
    ...[
      ['code,name,active,active\n', 'outlets.csv:1: repeats the column "active"'],
      ['code,name,\nA,Shop,no\n', 'outlets.csv:2: has a value in a column without a name: "no"'],
      ['code,name\nA,Shop,no\n', 'outlets.csv:2: has a value in a column without a name: "no"'],
    ].map(([table = '', expected = '']): [string, Record<string, string>, string] => [
      `a column that outlets do not have: ${JSON.stringify(table)}`,
      { 'outlets.csv': table },
      expected,
    ]),
    ...[
      [
        'exceptions',
        '2026-13-01 closed',
        'exceptions must be such as "2026-12-25 closed; 2026-12-31 08:00-18:00", each day once',
      ],
      [
        'exceptions',
        '2026-12-25 closed; 2026-12-25 08:00-10:00',
        'exceptions must be such as "2026-12-25 closed; 2026-12-31 08:00-18:00", each day once',
      ],
      [
        'services',
        'parking; pool',
        'services must be some of 24-hours; member-card; click-and-collect; halal-counter; parking; atm',
      ],
      ['services', '24-hours', 'offers 24-hours, but its hours do not'],
      ['photo', 'missing.png', 'the file missing.png is missing'],
      ['opened_on', '2001', 'opened_on must be a day such as 2019-05-01'],
      ['active', 'maybe', 'active must be yes or no'],
    ].map(([column, value, reason]): [string, Record<string, string>, string] => [
      `an outlet whose ${column} are ${value}`,
      {
        'outlets.csv': `code,name,street_address,postcode,state,latitude,longitude,phone,hours,${column}\nA,Shop,Lot 1,47300,Selangor,3.1,101.6,60312345678,Mon-Fri 08:00-22:00,${value}\n`,
      },
      `outlets.csv:2: ${reason}`,
    ]),
    [
      'a gateway that the shop cannot connect',
      { 'payments.yaml': 'card:\n  name: Card\n  gateway: stripe\n' },
      'payments.yaml:3: "gateway" must be one of ipay88',
    ],
    [
      'a payment method without a gateway that is not cash',
      { 'payments.yaml': 'cod: { name: Cash }\nbank:\n  name: Bank\n' },
      'payments.yaml:3: bank: needs a gateway; only cod, cash on delivery, has none',
    ],
    [
      'aliases that would grow to a huge text',
      {
        'shop.yaml': `name: A\n${['a', 'b', 'c', 'd', 'e', 'f']
          .map(
            (name, index, all) =>
              `${name}: &${name} [${
                index === 0
                  ? 'x'
                  : Array(9)
                      .fill(`*${all[index - 1]}`)
                      .join(', ')
              }]`,
          )
          .join('\n')}\n`,
      },
      'shop.yaml:3: uses too many aliases (*name)',
    ],
    [
      'a quote that is not closed, at the line where it opened',
      { 'shop.yaml': 'name: A\nsubtitle: "My shop\ncompany:\n  name: Aman\n' },
      'shop.yaml:2: the quote that opens here is not closed',
    ],
    [
      'a quote in the outlets that is not closed',
      {
        'outlets.csv':
          'code,name,name_zh,street_address,postcode,state,latitude,longitude,phone,hours\nA,"Shop,,Lot 1,47300,Johor,3.1,101.6,60312345678,Mon-Fri 08:00-22:00\n',
      },
      'outlets.csv:2: the quote that opens here is not closed',
    ],
    [
      'a quote in the outlets that is not closed before the next one',
      {
        'outlets.csv':
          'code,name,name_zh,street_address,postcode,state,latitude,longitude,phone,hours\nA,"Shop,,Lot 1,47300,Johor,3.1,101.6,60312345678,Mon-Fri 08:00-22:00\nB,"Shop, B",,Lot 2,47300,Johor,3.1,101.6,60312345678,Mon-Fri 08:00-22:00\n',
      },
      'outlets.csv:2: the quote that opens here is not closed',
    ],
    [
      'a text that is not UTF-8, at its line',
      { 'shop.yaml': Buffer.from('name: Kedai Kopi\nsubtitle: Caf\xe9\n', 'latin1') },
      'shop.yaml:2: is not UTF-8; save the file as UTF-8',
    ],
    [
      'a page in UTF-16',
      { 'pages/en/halal.md': Buffer.from('\ufeff---\ntitle: Halal\n---\n\nAll of it.\n', 'utf16le') },
      'pages/en/halal.md:1: is not UTF-8; save the file as UTF-8',
    ],
    [
      'outlets that are not UTF-8, at the line',
      {
        'outlets.csv': Buffer.from(
          'code,name,name_zh,street_address,postcode,state,latitude,longitude,phone,hours\nA,Caf\xe9,,Lot 1,47300,Johor,3.1,101.6,60312345678,Mon-Fri 08:00-22:00\n',
          'latin1',
        ),
      },
      'outlets.csv:2: is not UTF-8; save the file as UTF-8',
    ],
    [
      'an alias that contains itself',
      { 'shop.yaml': 'name: A\nlanguages: &all [*all]\n' },
      'shop.yaml:2: uses too many aliases (*name)',
    ],
  ])('%s', async (_, files, expected) => {
    expect((await place(files)).join('\n')).toContain(expected);
  });

  test('outlets separated by semicolons once', async () => {
    const table = OUTLETS.replaceAll(';', ' ').replaceAll(',', ';');
    expect(await place({ 'outlets.csv': table })).toEqual([
      'outlets.csv:1: has semicolons between its columns; save it with commas',
    ]);
  });

  test('what is wrong in the head of a page at the line of its file alone', async () => {
    const page = '---\ntitle: Halal\ntitle: Halal\n---\n\nAll of it.\n';
    expect(await place({ 'pages/en/halal.md': page })).toEqual(['pages/en/halal.md:3: Map keys must be unique']);
  });

  test('a quote that is not closed alone, without what seems wrong after it', async () => {
    expect(await place({ 'shop.yaml': 'name: "Kedai\naccent: "#8f1a14"\nlanguages: [ en\n' })).toEqual([
      'shop.yaml:1: the quote that opens here is not closed',
    ]);
  });

  test('a page leaves out what a shop without the fact does not have; conditions that are wrong are reported', async () => {
    const lines = [
      '---',
      'title: Points',
      '---',
      '',
      '## Always',
      '',
      'Here.',
      '{{ if loyalty }}',
      '## Points',
      '',
      'Some.',
    ];
    const page = (...more: string[]) => [...lines, ...more].join('\n');
    const folder = (text: string, loyalty: string) =>
      newFolder({ 'shop.yaml': SHOP, 'loyalty.yaml': `enabled: ${loyalty}\n`, 'pages/en/points.md': text });
    const listTitles = async () =>
      (await api('GET', `/static_blocks/points?_search=${Math.random()}`)).body.sections.map(
        ({ title }: { title: string }) => title,
      );
    const pageWithEnd = page('{{ end }}', '## Last', '', 'There.');
    for (const [loyalty, expected] of [
      ['true', ['Always', 'Points', 'Last']],
      ['false', ['Always', 'Last']],
      ['true', ['Always', 'Points', 'Last']],
    ] as const) {
      await apply(folder(pageWithEnd, loyalty));
      await expect.poll(listTitles).toEqual(expected);
    }
    const readNotes = async (text: string) => (await apply(folder(text, 'true'), { dryRun: true })).notes;
    const at = (line: number, reason: string) => ({ file: 'pages/en/points.md', line, reason });
    expect(await readNotes(page())).toContainEqual(at(8, '{{ if … }} needs {{ end }} below it'));
    expect(await readNotes(`${pageWithEnd}\n{{ end }}`)).toContainEqual(at(16, '{{ end }} ends no {{ if … }}'));
    expect(await readNotes(pageWithEnd.replace('loyalty', 'moon'))).toContainEqual(
      at(8, '{{ if moon }}: moon is not a fact of the shop'),
    );
  });

  test('a word that is no fact of the shop is reported, and stays a gap in the page', async () => {
    const page = '---\ntitle: Fees\n---\n\n## Fees\n\nBy {{ method }}.\n';
    const { notes } = await apply(newFolder({ 'shop.yaml': SHOP, 'pages/en/fees.md': page }), { dryRun: true });
    expect(notes).toContainEqual({
      file: 'pages/en/fees.md',
      line: 7,
      reason: '{{ method }} is not a fact of the shop',
    });
  });

  test('a fact that is not set is reported, and its place in the page is marked', async () => {
    const { notes } = await apply(newFolder({ 'shop.yaml': 'company: { name: Aman }\n' }), {
      prune: true,
      dryRun: true,
    });
    expect(notes.map(({ file, reason }) => `${file}: ${reason}`)).toContainEqual(
      expect.stringMatching(/^pages\/en\/about-us\.md: \{\{ registration \}\} is not set yet/),
    );
  });
});

describe('vouchers', () => {
  const vouchers = `snek5:
  name: { en: Snack run, zh: 零食礼券 }
  off: 5.00
  min_spend: 40.00
  goods: { en: snacks, zh: 零食 }
  cost: 500 points
  valid_days: 60
  limit_per_customer: 1 per month
  usable: [ online ]
  with_coupons: [ order ]
  tiers: [ emas ]
cup:
  name: One coffee
  off: 2.50
  product: five-coffees
  per_product: 5
`;
  const folderWith = (text: string) => newFolder({ 'shop.yaml': SHOP, 'vouchers.yaml': text });

  test('a new shop has none', async () => {
    await apply(newFolder({ 'shop.yaml': SHOP }), { prune: true });
    expect((await readSetup(db)).vouchers).toEqual([]);
  });

  test('are set up as the folder describes them, unchanged the second time, and exported unchanged', async () => {
    const { changes, notes } = await apply(folderWith(vouchers));
    expect(changes).toEqual(['vouchers: cup added', 'vouchers: snek5 added']);
    expect(notes).toEqual([
      {
        file: 'vouchers.yaml',
        line: 15,
        reason: 'the shop has no product five-coffees yet; nothing issues the voucher',
      },
    ]);
    expect((await apply(folderWith(vouchers))).changes).toEqual([]);
    expect((await readSetup(db)).vouchers).toMatchObject([
      { code: 'CUP', product_slug: 'five-coffees', product_count: 5, is_offered: false, cost_amount: 0 },
      {
        code: 'SNEK5',
        benefit: { kind: 'fixed', amount: 500 },
        cost_kind: 'point',
        cost_amount: 500,
        valid_days: 60,
        customer_limit: 1,
        is_limit_monthly: true,
        usable: ['online'],
        with_coupons: ['order'],
        tiers: ['emas'],
        is_offered: true,
      },
    ]);
    const exportDir = join(scratch, 'with-vouchers');
    await exportFolder(db, exportDir, media);
    expect(readFileSync(join(exportDir, 'vouchers.yaml'), 'utf8')).toContain('limit_per_customer: 1 per month\n');
    expect((await apply(exportDir, { prune: true })).changes).toEqual([]);
  });

  test('a voucher that an action issues is not offered, and is exported again', async () => {
    const thanks = 'thanks:\n  name: Thank you\n  off: 5.00\n  issued_for: referral\n';
    await apply(folderWith(vouchers + thanks));
    const { vouchers: storedVouchers } = await readSetup(db);
    expect(storedVouchers.at(-1)).toMatchObject({ code: 'THANKS', issued_for: 'referral', is_offered: false });
    const exportDir = join(scratch, 'with-thanks');
    await exportFolder(db, exportDir, media);
    expect(readFileSync(join(exportDir, 'vouchers.yaml'), 'utf8')).toContain('issued_for: referral');
    expect((await apply(exportDir, { prune: true })).changes).toEqual([]);
    expect((await apply(folderWith(vouchers), { prune: true })).changes).toEqual(['vouchers: thanks removed']);
  });

  test('have pictures of the folder, which are served and come back with the export', async () => {
    const picture = await sharp({ create: { width: 780, height: 392, channels: 3, background: '#225588' } })
      .png()
      .toBuffer();
    const folder = newFolder({
      'shop.yaml': SHOP,
      'vouchers.yaml': 'walk: { name: Walk-in, off: 5.00, image: walk.png }\nplain: { name: Plain, off: 4.00 }\n',
      'walk.png': picture,
    });
    expect((await apply(folder)).changes).toEqual(['vouchers: plain added', 'vouchers: walk added']);
    expect((await apply(folder)).changes).toEqual([]);
    const offeredVouchers: { code: string; image: { thumbnail: string; original: string } | null }[] = (
      await api('GET', '/vouchers')
    ).body.data;
    const findImage = (code: string) => offeredVouchers.find((voucher) => voucher.code === code)?.image;
    expect(findImage('PLAIN')).toBeNull();
    for (const url of Object.values(findImage('WALK') ?? {})) {
      expect((await server.app.http.inject(url)).statusCode, url).toBe(200);
    }
    expect(Object.keys(findImage('WALK') ?? {})).toEqual(['thumbnail', 'original']);
    const customer = await newCustomer(server);
    const { rows } = await db.raw(`select id from vouchers where code = 'WALK'`);
    const { body } = await customer.call('POST', '/voucher/activated', { voucher_id: String(rows[0]?.id) });
    expect(body.voucher.image).toEqual(findImage('WALK'));
    const exportDir = join(scratch, 'with-voucher-picture');
    await exportFolder(db, exportDir, media);
    expect(readFileSync(join(exportDir, 'voucher.walk.png')).equals(picture)).toBe(true);
    expect((await apply(exportDir, { prune: true })).changes).toEqual([]);
    await db.raw('delete from own_vouchers');
    await apply(folderWith(vouchers), { prune: true });
  });

  test('lists each change, and passes a product to another voucher', async () => {
    const changedText = vouchers
      .replace('  product: five-coffees\n  per_product: 5\n', '')
      .replace('500 points', '300 coins');
    const { changes } = await apply(
      folderWith(`${changedText}big:\n  name: Big\n  off: 3.00\n  product: five-coffees\n`),
    );
    expect(changes).toEqual([
      'vouchers: big added',
      'vouchers: cup product: "five-coffees" → nothing',
      'vouchers: cup per_product: 5 → nothing',
      'vouchers: snek5 cost: "500 points" → "300 coins"',
    ]);
  });

  test('prune removes those that no customer has; one that a customer has is no longer offered and stays good', async () => {
    await db.raw(`insert into own_vouchers (voucher_id, source, issued_at)
      select id, 'test', now() from vouchers where code = 'SNEK5'`);
    const { changes } = await apply(folderWith(''), { prune: true });
    expect(changes).toEqual([
      'vouchers: snek5 offered: nothing → false',
      'vouchers: snek5 active: nothing → false',
      'vouchers: big removed',
      'vouchers: cup removed',
    ]);
    expect((await readSetup(db)).vouchers.map(({ code, is_active }) => [code, is_active])).toEqual([['SNEK5', false]]);
    await db.raw('delete from own_vouchers');
    expect((await apply(folderWith(''), { prune: true })).changes).toEqual(['vouchers: snek5 removed']);
  });

  test.each([
    ['one:\n  name: One\n', 2, 'one: says nothing that it takes off: off, buy and get, or free_delivery'],
    ['one:\n  name: One\n  off: 1.00\n  cost: 500\n', 4, '"cost" must be such as "500 points"'],
    ['one:\n  name: One\n  off: 1.00\n  per_product: 2\n', 4, 'one: per_product needs a product'],
    ['one:\n  name: One\n  off: 1.00\n  usable: []\n', 4, '"usable" must name online, store or both'],
    [
      'one: { name: One, off: 1.00, product: cup }\ntwo: { name: Two, off: 2.00, product: cup }\n',
      2,
      'two: one has this product',
    ],
  ])('are refused with their line: %j', async (text, line, reason) => {
    expect((await apply(folderWith(text))).problems).toEqual([{ file: 'vouchers.yaml', line, reason }]);
  });
});

describe('export', () => {
  const target = { close: async () => {} };
  let empty: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    empty = await testDatabase();
    await empty.db.raw(
      `truncate settings, delivery_methods, delivery_zones, delivery_zone_states, delivery_zone_postcodes, delivery_rates,
         delivery_slot_templates, delivery_slots, payment_methods, payment_attempts, payment_notices,
         refunds, order_picks, collections, collection_items, banners, own_vouchers,
         static_blocks, outlets, search_synonyms, promotions, promotion_counts, promotion_uses,
         till_keys, till_receipts restart identity`,
    );
    await empty.db.raw('delete from vouchers');
    target.close = () => empty.close();
  });
  afterAll(() => target.close());

  test('a shop exported and applied to an empty database is the same shop', async () => {
    const [one, other] = [join(scratch, 'export-one'), join(scratch, 'export-other')];
    await exportFolder(db, one, media);
    await setUpNewShop(empty.db, now);
    const { problems } = await applyFolder(empty.db, one, {
      now,
      media: join(scratch, 'media'),
      dryRun: false,
      prune: true,
    });
    expect(problems).toEqual([]);
    await exportFolder(empty.db, other, join(scratch, 'media'));
    expect(readFiles(other)).toEqual(readFiles(one));
  });

  test('a shop counts as set up once a folder was applied, even one with all defaults', async () => {
    await empty.db.raw('truncate settings, delivery_methods, payment_methods, static_blocks cascade');
    const hasSettings = async () => (await empty.db.row(shopContents))?.has_settings;
    await setUpNewShop(empty.db, now);
    expect(await hasSettings()).toBe(false);
    const options = { now, media: join(scratch, 'media'), dryRun: true, prune: false };
    await applyFolder(empty.db, DEFAULT_FOLDER, options);
    expect(await hasSettings()).toBe(false);
    await applyFolder(empty.db, DEFAULT_FOLDER, { ...options, dryRun: false });
    expect(await hasSettings()).toBe(true);
    await applyFolder(empty.db, DEFAULT_FOLDER, { ...options, dryRun: false, prune: true });
    expect(await hasSettings()).toBe(true);
  });

  test('the first folder replaces the delivery of a new shop, as docs/own-shop.md is followed, and leaves collections', async () => {
    await empty.db.raw('truncate settings, delivery_methods, delivery_zones, payment_methods, static_blocks cascade');
    await setUpNewShop(empty.db, now);
    await empty.db.raw(
      `insert into collections (key, name_en, rule) values ('imported-picks', 'Picks', '{"by": "picked"}')`,
    );
    const delivery =
      'zones: { town: { name: Town, states: [Johor] } }\nmethods: { van: { name: Van, fees: { town: { fee: 3.00 } } } }\n';
    const folder = newFolder({ 'shop.yaml': SHOP, 'delivery.yaml': delivery });
    const options = { now, media: join(scratch, 'media'), dryRun: false, prune: false };
    const { problems, changes, notes } = await applyFolder(empty.db, folder, options);
    expect(problems).toEqual([]);
    expect(changes).toContain('delivery: method: standard removed');
    const setup = await readSetup(empty.db);
    expect([setup.methods.map(({ code }) => code), setup.zones.map(({ code }) => code)]).toEqual([['van'], ['town']]);
    expect(setup.collections.map(({ key }) => key)).toContain('imported-picks');
    // Texts that quote the method by its old code quote the one that the shop has.
    expect(notes.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^\{\{ closes\.standard \}\}: no such method is offered; the page quotes van/),
    );
    expect((await applyFolder(empty.db, folder, options)).changes).toEqual([]);
  });

  test('writes opening hours in the form in which they are read', () => {
    const hours = parseHours('Sun-Thu 08:00-22:00; Fri 08:00-12:45, 14:30-22:00; Sat 00:00-24:00');
    expect(hours && formatHours(hours)).toBe('Sun-Thu 08:00-22:00; Fri 08:00-12:45, 14:30-22:00; Sat 00:00-24:00');
    expect(parseHours('Mon-Fry 8-22')).toBeNull();
    expect(parseHours('Mon-Sun 08:00-22:00')).toEqual(parseHours('Sun-Sat 08:00-22:00'));
    expect(parseHours('Sat-Mon 08:00-22:00')).toEqual(parseHours('Sun-Mon 08:00-22:00; Sat 08:00-22:00'));
  });

  test('reads the folder of a new shop without problems', () => {
    expect(readFolder(DEFAULT_FOLDER, (name) => name).problems).toEqual([]);
  });
});
