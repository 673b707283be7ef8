/** Reads the mails of a shop without SMTP, and what its phones received, from `/dev/inbox` (docs/api.md). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export type InboxMail = {
  channel: string;
  to: string;
  subject: string;
  text: string;
  code: string | null;
  attachments?: readonly { name: string; type: string }[];
  at: string;
};

/** Lists the messages that were sent to an email, a phone number or a registration token, newest first. */
export async function listSent(page: Page, to: string): Promise<InboxMail[]> {
  const response = await page.request.get(`/dev/inbox?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  });
  return ((await response.json()) as { data: InboxMail[] }).data;
}

/** Returns the newest mail to an address; waits until the job has sent it. */
export async function readInbox(page: Page, to: string): Promise<InboxMail> {
  let newest: InboxMail | undefined;
  await expect
    .poll(async () => {
      [newest] = await listSent(page, to);
      return newest !== undefined;
    })
    .toBe(true);
  if (newest === undefined) throw new Error(`No mail to ${to}`);
  return newest;
}

/** Returns the newest code that was sent to an email or phone, other than `before`; waits until the job has sent it. */
export async function readCode(page: Page, to: string, before = ''): Promise<string> {
  let code = before;
  await expect
    .poll(async () => {
      code = (await readInbox(page, to)).code ?? before;
      return code;
    })
    .not.toBe(before);
  return code;
}
