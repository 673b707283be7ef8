/** Preview tokens: give access to one unpublished product or banner until they expire; signed, never stored. */
import { isSameSecret, sign } from './sign.ts';

/** Returns the subject of a banner's token. The prefix keeps it from opening a product with the same slug. */
export const bannerSubject = (slug: string): string => `banner ${slug}`;

const signPreview = (secret: string, slug: string, expires: string): string =>
  sign(secret, `preview ${expires} ${slug}`);

/** Creates a token for a slug: the expiry in seconds, a dot, the signature. */
export function createPreviewToken(secret: string, slug: string, expires_at: Date): string {
  const expires = String(Math.floor(expires_at.getTime() / 1000));
  return `${expires}.${signPreview(secret, slug, expires)}`;
}

/** Verifies a preview token for a slug at a given time. */
export function isPreviewToken(secret: string, slug: string, token: string, now: Date): boolean {
  const [expires = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !/^\d{1,12}$/.test(expires)) return false;
  return isSameSecret(signature, signPreview(secret, slug, expires)) && now.getTime() <= Number(expires) * 1000;
}
