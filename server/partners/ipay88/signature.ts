/** Signatures of iPay88: HMAC-SHA512 as lower-case hex (docs/partners.md#1.4). */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_TYPE = 'HMACSHA512';

/** Exactly the digest's length, so that a shortened or older signature is refused before it is compared. */
const SIGNATURE_PATTERN = /^[0-9a-f]{128}$/;

/** Signs a message; the key is also the message's beginning. */
export const signMessage = (key: string, message: string): string =>
  createHmac('sha512', key).update(message).digest('hex');

/** Compares a received signature in constant time; its letters may have any case. */
export function isSignature(received: string, key: string, message: string): boolean {
  const hex = received.toLowerCase();
  return SIGNATURE_PATTERN.test(hex) && timingSafeEqual(Buffer.from(hex), Buffer.from(signMessage(key, message)));
}
