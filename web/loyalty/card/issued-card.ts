/** The member card that was issued last, for a till without a connection. */
import * as v from 'valibot';
import { dataKey } from '../../storage.ts';

const issuedCard = v.object({
  /** Scope of the card's owner (`tokens.ts`). */
  scope: v.string(),
  code: v.string(),
  barcode: v.string(),
});

const storedCard = dataKey('member_card', 1, issuedCard);

export const saveIssuedCard = ({ scope, code, barcode }: v.InferOutput<typeof issuedCard>): void =>
  storedCard.write({ scope, code, barcode });

/** Returns the card of this customer; another one's was left by an earlier session. */
export function readIssuedCard(scope: string): { code: string; barcode: string } | null {
  const card = storedCard.read();
  return card !== null && card.scope === scope ? card : null;
}
