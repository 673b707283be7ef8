/** Result codes of the app's payment sheet (docs/partners.md#2). Only a hint: the server decides. */

/** `sent`: the payment was made, or may have been. After any other outcome the sheet has closed without a payment. */
export type TradeOutcome = 'sent' | 'failed' | 'cancelled' | 'offline';

const OUTCOMES: Readonly<Record<string, TradeOutcome>> = {
  '4000': 'failed',
  '6001': 'cancelled',
  '99': 'cancelled',
  '6002': 'offline',
};

/** Returns the outcome of a result code; an unknown code counts as `sent`, so that no shopper pays twice. */
export const readTradeResult = (code: string): TradeOutcome => OUTCOMES[code] ?? 'sent';
