/**
 * Stores the photos of contact messages. They may show a home or a face, so they go to the shop by mail only, have no
 * address, and are removed with their message.
 */
import { randomUUID } from 'node:crypto';
import { refusal } from '@shop/core/refusal';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx, TaskQueue } from '../context.ts';
import { type Db, statement } from '../db/database.ts';
import { createLimitedQueue } from '../limit-queue.ts';
import { refuse, refuseFields } from '../refuse.ts';

/** Longest side of a stored photo, in pixels. */
const STORED_SIDE_PX = 1_600;
const JPEG_QUALITY = 80;

/** A photo that is not sent within this time is removed. */
const UNSENT_MS = DAY_MS;
/** Maximum unsent photos. The oldest beyond it are removed, so that they do not fill the database. */
const MAX_UNSENT = 500;

const addPhoto = statement(
  'content.addContactPhoto',
  v.strictObject({}),
  'insert into contact_photos (id, jpeg, created_at) values ($1, $2, $3)',
);

const removeExcess = statement(
  'content.removeExcessContactPhotos',
  v.strictObject({}),
  `delete from contact_photos where id in (
     select id from contact_photos where ticket_id is null order by created_at desc offset $1
   )`,
);

const attachPhotosOfMessage = statement(
  'content.attachContactPhotos',
  v.object({ id: v.string() }),
  `update contact_photos p set ticket_id = $1, place = sent.place
   from unnest($2::uuid[]) with ordinality sent (id, place) where p.id = sent.id and p.ticket_id is null
   returning p.id`,
);

const photosOfTicket = statement(
  'content.contactPhotos',
  v.object({ jpeg: v.instance(Uint8Array) }),
  'select jpeg from contact_photos where ticket_id = $1 order by place',
);

const removeUnsent = statement(
  'content.removeUnsentContactPhotos',
  v.strictObject({}),
  'delete from contact_photos where ticket_id is null and created_at < $1',
);

/** Creates a process's queue for encoding photos: each takes a core and up to 100 MB. */
export const createPhotoQueue = (): TaskQueue =>
  createLimitedQueue({ concurrent: 1, waiting: 8, retryAfterSeconds: 5 });

/** Stores a photo for a message that is not sent yet. Refuses a file that is not a picture, or is too large. */
export async function addContactPhoto(ctx: Ctx, bytes: Uint8Array): Promise<{ photo: { id: string } }> {
  // Loaded with the first photo, to keep startup fast.
  const { encodePicture } = await import('../media/upload.ts');
  const jpeg = await encodePicture(bytes, STORED_SIDE_PX, (picture) =>
    picture.flatten({ background: '#fff' }).jpeg({ quality: JPEG_QUALITY }),
  );
  if (jpeg === 'upload.too_large') refuse('request.too_large');
  if (typeof jpeg === 'string') refuse('photo.unreadable');
  // Random: any caller who knows the id may send the photo.
  const id = randomUUID();
  await ctx.db.write(addPhoto, [id, jpeg, ctx.now]);
  await ctx.db.write(removeExcess, [MAX_UNSENT]);
  return { photo: { id } };
}

/** Attaches photos to a ticket in their order. Refuses at `photos` if one was removed, or belongs to a sent message. */
export async function attachPhotos(ctx: Ctx, ticketId: string, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  const attached = await ctx.db.rows(attachPhotosOfMessage, [ticketId, photoIds]);
  if (attached.length < photoIds.length) refuseFields({ photos: [refusal('photo.gone')] });
}

/** Loads the photos of a ticket as JPEG, in their order. */
export async function loadPhotos(db: Db, ticketId: string): Promise<Uint8Array[]> {
  return (await db.rows(photosOfTicket, [ticketId])).map(({ jpeg }) => jpeg);
}

/** Removes photos that were not sent. Part of the daily job. */
export const removeUnsentPhotos = (ctx: Ctx): Promise<void> =>
  ctx.db.write(removeUnsent, [new Date(ctx.now.getTime() - UNSENT_MS)]);
