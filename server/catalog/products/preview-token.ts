/** The token that opens one product before it is published, for a while: signed and derived, never stored. */
import { isSameSecret, sign } from '../../secrets/sign.ts';

const signed = (secret: string, slug: string, expires: string): string => sign(secret, `preview ${expires} ${slug}`);

/** A token that opens the product of that slug until `expires_at`: its last second, a dot, the signature. */
export function previewToken(secret: string, slug: string, expires_at: Date): string {
  const expires = String(Math.floor(expires_at.getTime() / 1000));
  return `${expires}.${signed(secret, slug, expires)}`;
}

/** Whether a token opens the product of that slug now. */
export function isPreviewToken(secret: string, slug: string, token: string, now: Date): boolean {
  const [expires = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !/^\d{1,12}$/.test(expires)) return false;
  return isSameSecret(signature, signed(secret, slug, expires)) && now.getTime() <= Number(expires) * 1000;
}
