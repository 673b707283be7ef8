/** Stores the member card that was issued last, for a phone without a connection. */
import * as v from 'valibot';
import { dataKey } from '../../storage.ts';

const issuedCard = v.object({
  /** Scope of the card's owner (`tokens.ts`). */
  scope: v.string(),
  code: v.string(),
  barcode: v.string(),
  /** The time at which the till stops accepting it, as ISO text. */
  expires_at: v.string(),
});

type IssuedCard = v.InferOutput<typeof issuedCard>;

const storedCard = dataKey('member_card', 2, issuedCard);

export const saveIssuedCard = (card: IssuedCard): void => storedCard.write(card);

/** Returns the stored card if it belongs to this customer; null without one, and for a card of another session. */
export function readIssuedCard(scope: string): IssuedCard | null {
  const card = storedCard.read();
  return card !== null && card.scope === scope ? card : null;
}
