/** Signatures by the shop's secret, and comparison in constant time. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Signs a text: 43 URL-safe characters. */
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in constant time. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));
