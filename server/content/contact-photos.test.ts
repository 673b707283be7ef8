import sharp from 'sharp';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { readInbox, type SentItem, sentTo } from '../testing/inbox.ts';
import { testServer } from '../testing/test-server.ts';
import { removeUnsentPhotos } from './contact-photos.ts';

const { api, app, db, url } = await testServer({ jobs: true });
const strict = await testServer({ env: { RATE_LIMIT_CONTACT: '1' } });

const SHOP = 'hello@sekampit.example';

const drawPicture = (colour: string) =>
  sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: colour } }).withExif({
    IFD0: { Copyright: 'Somebody' },
  });

type UploadResponse = { status: number; body: { code?: string; photo: { id: string } } };

async function upload(bytes: Uint8Array, to = url, type = 'image/jpeg'): Promise<UploadResponse> {
  const response = await fetch(`${to}/api/contact-us/photos`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: (await response.json()) as UploadResponse['body'] };
}

const uploadPhoto = async (colour: string): Promise<string> =>
  (await upload(await drawPicture(colour).jpeg().toBuffer())).body.photo.id;

const send = (photos: unknown, email = 'mei.photos@example.com') =>
  api('POST', '/contact-us', { body: { name: 'Mei Ling', email, subject: 'Eggs', message: 'Broken.', photos } });

const receiveCopy = (reference: string): Promise<SentItem> =>
  sentTo(url, SHOP, ({ subject }) => subject.includes(reference));

const listStoredPhotos = async () => (await db.raw('select id, ticket_id from contact_photos', [])).rows;

test('mails photos to the shop in their order, upright, smaller and without metadata, and to nobody else', async () => {
  const photos = [await uploadPhoto('#ff0000'), await uploadPhoto('#0000ff')];
  const { status, body } = await send(photos);
  expect(status).toBe(201);
  const { attachments = [] } = await receiveCopy(body.ticket.reference);
  expect(attachments.map(({ name, type }) => [name, type])).toEqual([
    ['photo-1.jpg', 'image/jpeg'],
    ['photo-2.jpg', 'image/jpeg'],
  ]);
  const pictures = await Promise.all(
    attachments.map(async ({ content }) => {
      const bytes = Buffer.from(content, 'base64');
      const { format, width, height, exif } = await sharp(bytes).metadata();
      const { dominant } = await sharp(bytes).stats();
      return { format, width, height, exif, isRed: dominant.r > dominant.b };
    }),
  );
  const size = { format: 'jpeg', width: 1_600, height: 800, exif: undefined };
  expect(pictures).toEqual([
    { ...size, isRed: true },
    { ...size, isRed: false },
  ]);
  const mine = await sentTo(url, 'mei.photos@example.com', ({ subject }) => subject.includes(body.ticket.reference));
  expect(mine.attachments).toEqual([]);
  // Sent photos cannot be sent again, by anyone.
  const again = await send(photos.slice(0, 1), 'other@example.com');
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['photos']]);
  expect(await readInbox(url, 'other@example.com')).toEqual([]);
});

test('refuses what is no photo, and messages with photos that are not there', async () => {
  const jpeg = await drawPicture('#fff').jpeg().toBuffer();
  const wrong: [Uint8Array, string, number, string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 422, 'photo.unreadable'],
    [jpeg.subarray(0, 300), 'image/jpeg', 422, 'photo.unreadable'],
    [Buffer.alloc(0), 'image/jpeg', 422, 'photo.unreadable'],
    [Buffer.alloc(5 * 1024 * 1024 + 1), 'image/jpeg', 413, 'request.too_large'],
    [jpeg, 'application/octet-stream', 415, 'request.unsupported_media'],
    [Buffer.from('{"picture":"x"}'), 'application/json', 415, 'request.unsupported_media'],
    [Buffer.alloc(300_000, ' '), 'application/json', 415, 'request.unsupported_media'],
  ];
  for (const [bytes, type, status, code] of wrong) {
    const response = await upload(bytes, url, type);
    expect([type, response.status, response.body.code]).toEqual([type, status, code]);
  }
  const elsewhere = await fetch(`${url}/api/contact-us`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/jpeg' },
    body: new Uint8Array(jpeg),
  });
  expect(elsewhere.status).toBe(415);

  const id = await uploadPhoto('#00ff00');
  for (const photos of [['00000000-0000-4000-8000-000000000000'], [id, id], [id, id, id, id], ['x'], 'x'])
    expect((await send(photos)).status, JSON.stringify(photos)).toBe(422);
  // A refused message leaves its photos for the next try.
  expect((await send([id])).status).toBe(201);
});

test('removes photos with their message, unsent ones after a day, and the oldest of too many', async () => {
  const sentPhoto = await uploadPhoto('#101010');
  expect((await send([sentPhoto], 'gone@example.com')).status).toBe(201);
  const unsentPhoto = await uploadPhoto('#202020');
  await db.raw("delete from contact_tickets where email = 'gone@example.com'", []);
  expect((await listStoredPhotos()).map(({ id }) => id)).not.toContain(sentPhoto);

  const ctx = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  await removeUnsentPhotos(ctx);
  expect((await listStoredPhotos()).map(({ id }) => id)).toContain(unsentPhoto);
  await db.raw("update contact_photos set created_at = now() - interval '25 hours' where id = $1", [unsentPhoto]);
  await removeUnsentPhotos(ctx);
  expect((await listStoredPhotos()).map(({ id }) => id)).not.toContain(unsentPhoto);

  await db.raw(
    `insert into contact_photos (id, jpeg, created_at)
     select gen_random_uuid(), ''::bytea, now() - interval '1 hour' from generate_series(1, 510)`,
    [],
  );
  const newest = await uploadPhoto('#303030');
  const unsentPhotos = (await listStoredPhotos()).filter(({ ticket_id }) => ticket_id === null);
  expect(unsentPhotos).toHaveLength(500);
  expect(unsentPhotos.map(({ id }) => id)).toContain(newest);
});

test('limits photos of a network to three times its messages (docs/security.md#limits)', async () => {
  const bytes = await drawPicture('#404040').jpeg().toBuffer();
  for (let photos = 0; photos < 3; photos++) expect((await upload(bytes, strict.url)).status).toBe(201);
  expect((await upload(bytes, strict.url)).body.code).toBe('request.rate_limited');
});
