/** A signed word that an email or phone was proven by its code, for who is not signed in yet. */
import type { Contact } from '@shop/core/identity/login';
import type { Ctx } from '../context.ts';
import { isSameSecret, sign } from '../http/signature.ts';

/** As long as a sign-up takes. */
const LIFE_MS = 30 * 60_000;

const textOf = (contact: Contact, until: number): string => `proof ${contact.kind} ${contact.value} ${until}`;

/** What `/verify-otp` and `/verify-email` hand out, and `/register` takes. */
export function proofOf({ secret, now }: Ctx, contact: Contact): string {
  const until = now.getTime() + LIFE_MS;
  return `${until}.${sign(secret, textOf(contact, until))}`;
}

/** Whether it proves this contact, and in time. */
export function isProof({ secret, now }: Ctx, proof: string, contact: Contact): boolean {
  const [until = '', signature = ''] = proof.split('.');
  if (!/^\d{13}$/.test(until) || Number(until) < now.getTime()) return false;
  return isSameSecret(signature, sign(secret, textOf(contact, Number(until))));
}
