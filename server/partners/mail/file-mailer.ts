/**
 * The stand-in for a mail server: writes each mail as a file for mail programs (`.eml`) and one for `/dev/inbox`
 * (`.json`), named by its Message-ID, so that sending it again has no effect. Older mails are removed.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { formatMessageId, type Mailer } from './mailer.ts';
import { composeMessage } from './message.ts';

const storedMail = v.object({
  messageId: v.string(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  /** Content as Base64. */
  attachments: v.optional(v.array(v.object({ name: v.string(), type: v.string(), content: v.string() })), []),
  unsubscribe: v.optional(v.object({ url: v.string() })),
  /** ISO 8601. */
  at: v.string(),
});
export type StoredMail = v.InferOutput<typeof storedMail>;

const mailFolderOf = (dataDir: string): string => join(dataDir, 'mail');

/** Writes a small file atomically. Synchronous: handing it to a thread costs more processor than writing it. */
function writeWhole(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}.part`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path);
}

/** Maximum number of mails in the folder, the newest; each is two files. */
export const MAX_STORED_MAILS = 500;

/** Lists the paths of stored mails, without extension, oldest first. */
async function listStoredPaths(folder: string): Promise<Set<string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  // Another process may just have removed a file.
  const readStat = (name: string) => stat(join(folder, name)).catch(() => null);
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await readStat(name))?.mtimeMs ?? 0 })));
  dated.sort((a, b) => a.at - b.at);
  return new Set(dated.map(({ name }) => join(folder, name.slice(0, -'.json'.length))));
}

/** Makes a mailer that writes into the data folder. */
export function createFileMailer(dataDir: string, from: string, clock: () => Date): Mailer {
  const folder = mailFolderOf(dataDir);
  let stored: Promise<Set<string>> | null = null;
  return {
    async send(mail) {
      const messageId = formatMessageId(mail, from);
      const { to, subject, text, html, attachments = [], unsubscribe } = mail;
      const path = join(folder, createHash('sha256').update(messageId).digest('hex').slice(0, 32));
      const at = clock();
      const content: StoredMail = {
        messageId,
        to,
        subject,
        text,
        html,
        attachments: attachments.map((file) => ({ ...file, content: Buffer.from(file.content).toString('base64') })),
        ...(unsubscribe && { unsubscribe }),
        at: at.toISOString(),
      };
      mkdirSync(folder, { recursive: true });
      stored ??= listStoredPaths(folder);
      const paths = await stored;
      writeWhole(`${path}.eml`, composeMessage(mail, from, at));
      writeWhole(`${path}.json`, JSON.stringify(content));
      paths.delete(path);
      paths.add(path);
      for (const old of [...paths].slice(0, Math.max(0, paths.size - MAX_STORED_MAILS))) {
        paths.delete(old);
        for (const file of [`${old}.json`, `${old}.eml`]) rmSync(file, { force: true });
      }
    },
  };
}

/** Files to read at a time: each takes a file descriptor. */
const READ_AT_A_TIME = 100;

/** Reads all mails of the folder, newest first. */
export async function readStoredMails(dataDir: string): Promise<StoredMail[]> {
  const folder = mailFolderOf(dataDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const mails: StoredMail[] = [];
  while (names.length > 0) {
    // A mail may just have been removed for a newer one.
    const files = names.splice(0, READ_AT_A_TIME).map((name) => readFile(join(folder, name), 'utf8').catch(() => null));
    for (const text of await Promise.all(files)) {
      if (text !== null) mails.push(v.parse(storedMail, JSON.parse(text)));
    }
  }
  return mails.sort((a, b) => b.at.localeCompare(a.at));
}
