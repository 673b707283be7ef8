/** What must not be forged: signatures by the shop's secret, compared without telling how near a guess came. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of a text, for an address: 43 letters, digits, dashes and underscores. */
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two texts are the same, in a time that does not tell how far they are. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));
