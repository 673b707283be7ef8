/**
 * The stand-in for a mail server: writes each mail as a file for mail programs (`.eml`) and one for `/dev/inbox`
 * (`.json`), named by its Message-ID, so that sending it again changes nothing.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Mailer, messageIdHeader } from './mailer.ts';
import { messageOf } from './message.ts';

const keptMail = v.object({
  messageId: v.string(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  /** ISO 8601. */
  at: v.string(),
});
export type KeptMail = v.InferOutput<typeof keptMail>;

const folderOf = (dataDir: string): string => join(dataDir, 'mail');

/** Writes a file atomically. */
async function writeWhole(path: string, content: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`;
  await writeFile(unfinished, content);
  await rename(unfinished, path);
}

/** Makes a mailer that writes into the data folder. */
export function fileMailer(dataDir: string, from: string, clock: () => Date): Mailer {
  const folder = folderOf(dataDir);
  return {
    async send(mail) {
      const messageId = messageIdHeader(mail, from);
      const { to, subject, text, html } = mail;
      const path = join(folder, createHash('sha256').update(messageId).digest('hex').slice(0, 32));
      const at = clock();
      const kept: KeptMail = { messageId, to, subject, text, html, at: at.toISOString() };
      const write = async () => {
        await writeWhole(`${path}.eml`, messageOf(mail, from, at));
        await writeWhole(`${path}.json`, JSON.stringify(kept));
      };
      await write().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        await mkdir(folder, { recursive: true });
        await write();
      });
    },
  };
}

/** Files to read at a time: each takes a file descriptor. */
const READ_AT_A_TIME = 100;

/** Reads all mails of the folder, newest first. */
export async function keptMails(dataDir: string): Promise<KeptMail[]> {
  const folder = folderOf(dataDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const mails: KeptMail[] = [];
  while (names.length > 0) {
    const files = names.splice(0, READ_AT_A_TIME).map((name) => readFile(join(folder, name), 'utf8'));
    for (const text of await Promise.all(files)) mails.push(v.parse(keptMail, JSON.parse(text)));
  }
  return mails.sort((a, b) => b.at.localeCompare(a.at));
}
