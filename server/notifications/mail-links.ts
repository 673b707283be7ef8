/** Signed links in mails, which need no sign-in; derived, never stored. They do not expire. */
import type { Lang } from '@shop/core/lang';
import { ROUTES, withLang } from '@shop/core/links/paths';
import { toQuery } from '@shop/core/links/query';
import { isSameSecret, sign } from '../secrets/sign.ts';

/**
 * Each link's page, and the prefix of its signed text. The id in its token is an alert's; for `unsubscribe` a
 * customer's.
 */
const LINK_USES = {
  confirmAlert: { page: ROUTES.confirmAlert, signed: 'alert confirm' },
  endAlert: { page: ROUTES.endAlert, signed: 'alert end' },
  unsubscribe: { page: ROUTES.unsubscribe, signed: 'unsubscribe marketing mails' },
} as const;

export type MailLinkUse = keyof typeof LINK_USES;

const signMailLink = (secret: string, use: MailLinkUse, id: string): string =>
  sign(secret, `${LINK_USES[use].signed} ${id}`);

/** Builds the address of a link's page. */
export function buildMailLink(publicUrl: string, secret: string, use: MailLinkUse, id: string, lang: Lang): string {
  const token = `${id}.${signMailLink(secret, use, id)}`;
  return `${publicUrl}${withLang(`${LINK_USES[use].page}${toQuery({ token })}`, lang)}`;
}

const TOKEN_PATTERN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** Returns the id in a token; null if the signature is wrong. */
export function readMailToken(secret: string, use: MailLinkUse, token: string): string | null {
  const [, id = '', signature = ''] = TOKEN_PATTERN.exec(token) ?? [];
  return id !== '' && isSameSecret(signature, signMailLink(secret, use, id)) ? id : null;
}
