/** Signed proof that an email or phone was verified by a code, for callers who are not signed in. */
import type { Contact } from '@shop/core/identity/contact';
import type { Ctx } from '../../context.ts';
import { isSameSecret, sign } from '../../secrets/sign.ts';

/** Lifetime: enough for a sign-up. */
const PROOF_LIFE_MS = 30 * 60_000;

/** The use of a proof: `sign_up` for `/register`, `order` for `/orders/checkout`. */
export type ProofUse = 'sign_up' | 'order';

const formatProof = (contact: Contact, use: ProofUse, until: number): string =>
  `proof ${use} ${contact.kind} ${contact.value} ${until}`;

/** Makes the proof that `/verify-otp` and `/verify-email` return. */
export function createProof(
  { shop: { secret }, steadyNow: now }: Ctx,
  contact: Contact,
  use: ProofUse = 'sign_up',
): string {
  const until = now.getTime() + PROOF_LIFE_MS;
  return `${until}.${sign(secret, formatProof(contact, use, until))}`;
}

/** Returns whether an unexpired proof is valid for this contact and use. */
export function isProof(
  { shop: { secret }, steadyNow: now }: Ctx,
  proof: string,
  contact: Contact,
  use: ProofUse = 'sign_up',
): boolean {
  const [until = '', signature = ''] = proof.split('.');
  if (!/^\d{13}$/.test(until) || Number(until) < now.getTime()) return false;
  return isSameSecret(signature, sign(secret, formatProof(contact, use, Number(until))));
}
