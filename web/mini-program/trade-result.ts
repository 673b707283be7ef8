/** Result codes of the app's payment sheet (docs/partners.md#2). A hint only: the server decides. */

/** `sent`: paid, or not known yet; with any other outcome the sheet closed without a payment. */
export type TradeOutcome = 'sent' | 'failed' | 'cancelled' | 'offline';

const OUTCOMES: Readonly<Record<string, TradeOutcome>> = {
  '4000': 'failed',
  '6001': 'cancelled',
  '99': 'cancelled',
  '6002': 'offline',
};

/** Returns the outcome of a result code; an unknown code counts as `sent`, so that no shopper pays twice. */
export const readTradeResult = (code: string): TradeOutcome => OUTCOMES[code] ?? 'sent';
