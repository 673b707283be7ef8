/** Reads sent mails and messages from `/dev/inbox`; jobs run in real time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from './test-server.ts';

/** A mail or a message; `subject` and `code` are empty where it has none. The content of attachments is Base64. */
export type SentItem = {
  channel: string;
  to: string;
  subject: string;
  text: string;
  code: string;
  at: string;
  attachments?: { name: string; type: string; content: string }[];
};

const MAX_LOOKS = 200;
const BETWEEN_MS = 50;

/** Lists everything that was sent to an email or phone, newest first. */
export async function readInbox(url: string, to: string): Promise<SentItem[]> {
  const headers = { accept: 'application/json' };
  const { body } = await sendRequest(`${url}/dev/inbox?to=${encodeURIComponent(to)}`, 'GET', { headers });
  return body.data.map((item: SentItem) => ({ ...item, subject: item.subject ?? '', code: item.code ?? '' }));
}

/** Waits for a mail or message to an email or phone that `fits`; returns the newest. */
export async function sentTo(url: string, to: string, fits: (item: SentItem) => boolean): Promise<SentItem> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const match = (await readInbox(url, to)).find(fits);
    if (match !== undefined) return match;
    await sleep(BETWEEN_MS);
  }
  throw new Error(`Nothing like it came to ${to}`);
}

/** Waits for a code to an email or phone; returns the newest. */
export async function codeSentTo(url: string, to: string): Promise<string> {
  return (await sentTo(url, to, ({ code }) => code !== '')).code;
}
