/** Receives messages to the shop (`POST /contact-us`): stores a ticket whose reference is mailed to the sender. */

import type { contactUs } from '@shop/contract/content';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { isContactNumber, normalizePhone } from '@shop/core/identity/phone';
import { refusal } from '@shop/core/refusal';
import { HOUR_MS } from '@shop/core/time';
import * as v from 'valibot';
import { type Ctx, publish } from '../context.ts';
import { declareCleanUp } from '../db/clean-up.ts';
import { type Db, statement } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { buildRateLimitRefusal, refuseFields } from '../refuse.ts';
import { drawCode } from '../secrets/random-code.ts';
import { inTransaction } from '../transaction.ts';
import { attachPhotos } from './contact-photos.ts';

/** The validated request. */
type ContactMessage = v.InferOutput<typeof contactUs>;

/** Maximum messages per email address and hour: a sender who types someone else's address cannot flood that inbox. */
const MAX_PER_EMAIL = 10;
/** Time for which messages are stored: two years, as the privacy policy says. */
const RETENTION_MS = 730 * 24 * HOUR_MS;

/** Candidate references per ticket: with 2^40 possible ones, even the first is almost always free. */
const CANDIDATE_REFERENCES = 3;

const ticketEntries = {
  id: v.string(),
  reference: v.string(),
  name: v.string(),
  email: v.string(),
  contact_number: v.nullable(v.string()),
  subject: v.string(),
  message: v.string(),
  order_number: v.nullable(v.string()),
  lang: v.picklist(['en', 'zh']),
  created_at: v.date(),
};

const ticketRow = v.object(ticketEntries);
/** A stored message. */
export type ContactTicket = v.InferOutput<typeof ticketRow>;

/**
 * Stores a ticket under the first free reference; returns no row if its email has reached the limit. Values: the ticket
 * as JSON, candidate references, start and end of the window in which the email's tickets count (the end excludes rows
 * from a clock that was set back), the limit.
 */
const addTicket = statement(
  'content.addTicket',
  v.object({ reference: v.string(), created_at: v.date() }),
  `with free as (
     select reference from unnest($2::text[]) drawn (reference)
     where not exists (select from contact_tickets t where t.reference = drawn.reference) limit 1
   )
   insert into contact_tickets
   select made.* from free, jsonb_populate_record(null::contact_tickets,
     $1::jsonb || jsonb_build_object('reference', free.reference)) made
   where (select count(*) from contact_tickets t where t.email = made.email and t.created_at > $3::timestamptz
     and t.created_at <= $4::timestamptz) < $5
   returning reference, created_at`,
);

/** Reads when the email ($1) sent its ticket number $4 + 1, counted back from the newest between $2 and $3. */
const nthNewestTicket = statement(
  'content.newestTicketBut',
  v.object({ created_at: v.date() }),
  `select created_at from contact_tickets where email = $1 and created_at > $2 and created_at <= $3
   order by created_at desc offset $4 limit 1`,
);

const ticketById = statement(
  'content.ticket',
  ticketRow,
  `select id, reference, name, email, contact_number, subject, message, order_number, lang, created_at
   from contact_tickets where id = $1`,
);

const removeTicketsBefore = declareCleanUp(
  'content.removeTickets',
  'delete from contact_tickets',
  'from contact_tickets where created_at < $1 order by created_at',
);

const removeTicketsByEmail = statement(
  'content.deleteTickets',
  v.object({}),
  'delete from contact_tickets where email = $1',
);

/** Returns a text of the form, null if empty. */
const textOrNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** Validates email and phone and returns them normalized. */
function requireMessageContact(message: ContactMessage): { email: string; contact_number: string | null } {
  const email = normalizeEmail(message.email);
  const contact_number = normalizePhone(message.contact_number ?? '');
  const isWrongEmail = !isEmail(email);
  const isWrongPhone = contact_number !== null && !isContactNumber(contact_number);
  if (isWrongEmail || isWrongPhone) {
    refuseFields({
      ...(isWrongEmail && { email: [refusal('email.invalid')] }),
      ...(isWrongPhone && { contact_number: [refusal('phone.invalid')] }),
    });
  }
  return { email, contact_number };
}

/**
 * Stores a message to the shop and publishes `contact.received`. Refuses an invalid email or phone by field, and an
 * email above its hourly limit with 429.
 */
export function sendContactMessage(
  ctx: Ctx,
  message: ContactMessage,
): Promise<{ ticket: { reference: string; created_at: Date } }> {
  const contact = requireMessageContact(message);
  return inTransaction(ctx, async (ctx) => {
    const id = uuidV7(ctx.now);
    const newTicket = {
      id,
      name: message.name,
      ...contact,
      subject: message.subject,
      message: message.message,
      order_number: textOrNull(message.order_number),
      lang: ctx.lang,
      created_at: ctx.now,
    };
    const hourAgo = new Date(ctx.now.getTime() - HOUR_MS);
    const candidates = Array.from({ length: CANDIDATE_REFERENCES }, drawCode);
    const limitWindow = [hourAgo, ctx.now, MAX_PER_EMAIL];
    const ticket = await ctx.db.row(addTicket, [JSON.stringify(newTicket), candidates, ...limitWindow]);
    if (ticket === null) {
      const first = await ctx.db.row(nthNewestTicket, [contact.email, hourAgo, ctx.now, MAX_PER_EMAIL - 1]);
      throw buildRateLimitRefusal(((first?.created_at ?? hourAgo).getTime() - hourAgo.getTime()) / 1_000);
    }
    await attachPhotos(ctx, id, message.photos ?? []);
    await publish(ctx, { type: 'contact.received', ticket_id: id });
    return { ticket };
  });
}

/** Removes messages older than the privacy policy allows. Part of the daily job. */
export async function removeOldTickets(ctx: Ctx): Promise<void> {
  await removeTicketsBefore(ctx.db, new Date(ctx.now.getTime() - RETENTION_MS));
}

/** Removes the messages of an email when its account is removed. */
export const removeTicketsOfEmail = (ctx: Ctx, email: string): Promise<void> =>
  ctx.db.write(removeTicketsByEmail, [email]);

/** Finds a ticket by id; null if unknown. */
export const loadTicket = (db: Db, id: string): Promise<ContactTicket | null> => db.row(ticketById, [id]);
