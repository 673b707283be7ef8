/** Signed links of alerts, which need no sign-in; derived, never stored. */
import type { Lang } from '@shop/core/lang';
import { ROUTES, withLang } from '@shop/core/links/paths';
import { toQuery } from '@shop/core/links/query';
import { isSameSecret, sign } from '../../secrets/sign.ts';

/** What a link does with its alert. */
export type AlertLinkUse = 'confirm' | 'end';

const PAGES: Readonly<Record<AlertLinkUse, string>> = { confirm: ROUTES.confirmAlert, end: ROUTES.endAlert };

const signatureOf = (secret: string, use: AlertLinkUse, alert_id: string): string =>
  sign(secret, `alert ${use} ${alert_id}`);

/** Builds the address of a link's page. */
export function alertLink(publicUrl: string, secret: string, use: AlertLinkUse, alert_id: string, lang: Lang): string {
  const token = `${alert_id}.${signatureOf(secret, use, alert_id)}`;
  return `${publicUrl}${withLang(`${PAGES[use]}${toQuery({ token })}`, lang)}`;
}

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** Returns the id of the alert that a token was made for; null for a made-up token. */
export function readAlertToken(secret: string, use: AlertLinkUse, token: string): string | null {
  const [, alert_id = '', signature = ''] = TOKEN.exec(token) ?? [];
  return alert_id !== '' && isSameSecret(signature, signatureOf(secret, use, alert_id)) ? alert_id : null;
}
