import { normalizeEmail } from './email.ts';

/** Domains that ignore dots in the local part, each with the domain that stands for it in a comparison. */
const WITHOUT_DOTS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * Reduces an email address to its mailbox, to compare people: without the tag after a plus sign, and at Gmail without
 * dots. Only for comparing: mails go to the address as it was typed.
 */
export function mailboxKey(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@');
  const localWithoutTag = local.replace(/(?<=.)\+.*/, '');
  const provider = WITHOUT_DOTS[domain];
  return provider === undefined ? `${localWithoutTag}@${domain}` : `${localWithoutTag.replaceAll('.', '')}@${provider}`;
}
