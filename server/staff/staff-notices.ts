/** Mails to a member of staff about their account's security. */
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { enqueue, type StaffNotice } from '../jobs/jobs.ts';
import { encrypt } from '../secrets/encrypt.ts';

/** Enqueues a notice in the transaction of its cause. */
export function notifyStaff(ctx: Ctx, email: string, of: StaffNotice): Promise<void> {
  return enqueue(ctx, 'mail', {
    about: 'staff.notice',
    id: uuidV7(ctx.now),
    of,
    sealed_email: encrypt(ctx.shop.secret, email),
    device: ctx.request.device.slice(0, 200),
    at: ctx.now.toISOString(),
    lang: ctx.lang,
  });
}
