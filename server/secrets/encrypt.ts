/** Encrypts texts that are stored for a while and that only this shop may read, such as a job's recipient. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const deriveKey = (secret: string): Buffer => createHmac('sha256', secret).update('sealed texts').digest();

/** Encrypts a text to URL-safe base64, with a different result every time. */
export function encrypt(secret: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(secret), iv);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url');
}

/** Decrypts a text of `encrypt`; throws if it was changed or encrypted with another secret. */
export function decrypt(secret: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(CIPHER, deriveKey(secret), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
