/** The store locator's calls (docs/api.md#stores). */
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

/** A Friday, with the hours of Christmas. */
const at = (clockTime: string) => new Date(`2026-12-25T${clockTime}:00+08:00`);

let clock = at('13:00');
const { api, db, url } = await testServer({ clock: () => clock });
const get = (path: string) => api('GET', path);

type ListedOutlet = { id: string; distance_km: number | null; is_open: boolean; state_id: string; services: string[] };
const listRows = async (query: string): Promise<ListedOutlet[]> => (await get(`/shops?${query}`)).body.data;

/** Changes outlets as `shop:apply` does: every process reads them again. */
async function change(sql: string): Promise<void> {
  await db.raw(sql);
  await db.raw(`insert into catalog_changes (product_id, kind) values (null, 'content')`);
}

test('GET /shops lists outlets with the list pattern', async () => {
  const { status, body } = await get('/shops?limit=2&page=2');
  expect([status, body.total, body.current_page, body.per_page]).toEqual([200, 700, 2, 2]);
  expect(body.data.map(({ id }: ListedOutlet) => id)).toEqual(['JHR03', 'JHR04']);
  const kotaBharu = (await get('/shops?search=id:KTN01')).body.data[0];
  expect(kotaBharu).toEqual({
    id: 'KTN01',
    name: 'Sekampit Kota Bharu',
    text_lang: 'en',
    street_address: expect.stringContaining('Contoh'),
    postcode: expect.stringMatching(/^1\d{4}$/),
    city: 'Kota Bharu',
    state: 'Kelantan',
    state_id: 'MY-03',
    lat: expect.any(Number),
    lng: expect.any(Number),
    phone: expect.stringMatching(/^609/),
    services: expect.arrayContaining(['member-card']),
    image: null,
    opened_on: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    today: '2026-12-25',
    hours_today: [
      { opens: '08:00', closes: '12:45' },
      { opens: '14:30', closes: '22:00' },
    ],
    is_open: false,
    opens_at: at('14:30').toISOString(),
    closes_at: null,
    distance_km: null,
  });
  const sorted = (await get('/shops?orderBy=name&sortedBy=desc&limit=1')).body.data[0];
  expect(sorted.name).toBe('Sekampit Yong Peng Taman Melati');
  expect((await get('/shops?search=id:KTN01&lang=zh')).body.data[0]).toMatchObject({
    name: '满袋 哥打峇鲁',
    text_lang: 'zh',
    state: '吉兰丹',
  });
});

test('near sorts by the distance, a number of kilometres; near_zip by that from the outlets of the postcode or its town', async () => {
  const near = await listRows('near=3.147,101.711&limit=100');
  expect(near[0]).toMatchObject({ id: 'KUL01', distance_km: 0 });
  const distances = near.map(({ distance_km }) => distance_km ?? -1);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  const last = (await get('/shops?near=3.147,101.711&limit=100&page=7')).body.data.at(-1);
  expect(last.distance_km).toBeGreaterThan(1_700);
  const second = await listRows('near=3.147,101.711&limit=30&page=2');
  expect(second.map(({ id }) => id)).toEqual(near.slice(30, 60).map(({ id }) => id));
  const inSs2 = await listRows('near_zip=47300&limit=3');
  expect(inSs2.every(({ id, distance_km }) => id.startsWith('SEL') && (distance_km ?? 99) < 2)).toBe(true);
  const inTown = await listRows('near_zip=31350&limit=3');
  expect(inTown.every(({ id, distance_km }) => id.startsWith('PRK') && (distance_km ?? 99) < 15)).toBe(true);
  const byName = (await get('/shops?near_zip=47300&orderBy=name&limit=1')).body.data[0];
  expect(byName.name).toBe('Sekampit Alor Gajah');
});

test('state, services and keyword filter, together', async () => {
  const byCode = (await get('/shops?state=MY-12')).body;
  expect(byCode.total).toBe(48);
  expect((await get('/shops?state=sabah')).body.total).toBe(48);
  expect((await get('/shops?state=Kuala%20Lumpur')).body.total).toBe(70);
  const both = (await get('/shops?state=Sabah&services=parking,atm&limit=100')).body;
  expect(
    both.data.every(({ services }: ListedOutlet) => services.includes('parking') && services.includes('atm')),
  ).toBe(true);
  expect(both.total).toBeGreaterThan(0);
  expect(both.total).toBeLessThan(48);
  expect((await get('/shops?keyword=yong%20peng')).body.total).toBe(2);
  expect((await get('/shops?keyword=%E6%B0%B8%E5%B9%B3')).body.total).toBe(2);
  expect((await get('/shops?keyword=yong%20peng&state=Sabah')).body).toMatchObject({ total: 0, from: null, data: [] });
  expect((await get('/shops?search=yong%20peng')).body.total).toBe(2);
});

test('open_now lists what is open in Malaysia at the moment; a cached response expires when an outlet opens', async () => {
  const listOpen = async () => (await get('/shops?open_now=1&state=Kelantan&limit=100')).body;
  const isListed = ({ data }: { data: ListedOutlet[] }) => data.some(({ id }) => id === 'KTN01');
  const before = await listOpen();
  expect(before.data.every(({ is_open }: ListedOutlet) => is_open)).toBe(true);
  expect(isListed(before)).toBe(false);
  expect((await get('/shops?open_now=0&state=Kelantan')).body.total + before.total).toBe(30);
  clock = at('14:30');
  expect(isListed(await listOpen())).toBe(true);
  expect((await get('/shops?search=id:KTN01')).body.data[0]).toMatchObject({
    is_open: true,
    opens_at: null,
    closes_at: at('22:00').toISOString(),
  });
});

test('GET /shops/{id} and /shop?id= have the week and days with other hours; an unknown outlet is 404', async () => {
  await change(
    `update outlets set exceptions = '[{"date": "2026-12-24", "spans": []}, {"date": "2026-12-25", "spans": []},
      {"date": "2026-12-26", "spans": [{"opens": "10:00", "closes": "02:00"}]}]' where code = 'KUL01'`,
  );
  await expect.poll(async () => (await get('/shops/KUL01')).body.is_open).toBe(false);
  const { status, body } = await get('/shops/KUL01');
  expect(status).toBe(200);
  expect(body.hours).toHaveLength(7);
  expect(body.exceptions).toEqual([
    { date: '2026-12-25', spans: [] },
    { date: '2026-12-26', spans: [{ opens: '10:00', closes: '02:00' }] },
  ]);
  expect(body.hours_today).toEqual([]);
  expect(body.opens_at).toBe('2026-12-26T02:00:00.000Z');
  expect((await get('/shop?id=KUL01')).body).toEqual(body);
  for (const path of ['/shops/NOWHERE', '/shop?id=NOWHERE']) expect((await get(path)).status).toBe(404);
  expect((await get('/shop')).status).toBe(422);
});

test.each([
  ['near=91,101', 'near'],
  ['near=3.1', 'near'],
  ['near=here,there', 'near'],
  ['near_zip=99999', 'near_zip'],
  ['near_zip=4730', 'near_zip'],
  ['state=Atlantis', 'state'],
  ['services=parking,pool', 'services'],
  ['open_now=maybe', 'open_now'],
  ['limit=101', 'limit'],
  ['search=colour:red', 'search'],
])('GET /shops?%s is 422 at %s', async (query, field) => {
  const { status, body } = await get(`/shops?${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('GET /store-list has every outlet on one page, in at most 40 KB compressed', async () => {
  const { body } = await get('/store-list');
  expect(Object.keys(body)).toEqual(['data']);
  expect(body.data).toHaveLength(700);
  expect(Object.keys(body.data[0])).toEqual(['id', 'name', 'lat', 'lng', 'state']);
  expect(body.data[0]).toEqual({
    id: 'JHR01',
    name: 'Sekampit JB Taman Pelangi',
    lat: 1.481,
    lng: 103.774,
    state: 'Johor',
  });
  for (const lang of ['en', 'zh']) {
    const text = await (await fetch(`${url}/api/store-list?lang=${lang}`)).text();
    expect(brotliCompressSync(text).length).toBeLessThan(40 * 1024);
  }
});

test('an outlet that is not active disappears', async () => {
  expect((await get('/shops/LBN05')).status).toBe(200);
  await change(`update outlets set is_active = false where code = 'LBN05'`);
  await expect.poll(async () => (await get('/shops/LBN05')).status).toBe(404);
  expect((await get('/shops?state=Labuan')).body.total).toBe(4);
  expect((await get('/store-list')).body.data).toHaveLength(699);
});
