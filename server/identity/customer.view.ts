/** Response shape of a customer. */
import type { Customer } from '@shop/contract/identity';
import { normalizePhone } from '@shop/core/identity/phone';
import { type Lang, textIn } from '@shop/core/lang';
import type { CustomerRow } from './identity.sql.ts';

/**
 * Builds the customer in the response of `/me`. The caller counts the `unread` notifications: not every change of the
 * account needs the query.
 */
export function customerView(row: CustomerRow, lang: Lang, unread = 0): Customer {
  return {
    id: row.id,
    name: row.name,
    first_name: row.first_name,
    last_name: row.last_name,
    display_name: row.display_name,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    phone: row.phone === null ? null : normalizePhone(row.phone),
    phone_verified: row.phone_verified_at !== null,
    has_password: row.password_hash !== null,
    date_of_birth: row.date_of_birth,
    gender: row.gender,
    lang: row.lang,
    referral_code: row.referral_code,
    marketing_consent: row.marketing_consent,
    unread_notifications: unread,
    wallets: { point: row.points, store_credit: row.coins },
    tier: row.tier && {
      code: row.tier.code,
      name: textIn(lang, row.tier.name_en, row.tier.name_zh),
      gives_prices: row.tier.gives_prices,
    },
    price_group: row.price_group,
    has_ordered: row.has_ordered,
    changed_texts: row.changed_texts,
    created_at: row.created_at,
  };
}
