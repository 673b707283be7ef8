/** The app's payment sheet for one attempt. The page opens it once by itself; after that only taps open it. */
import type { HostCall } from '@shop/contract/payments';
import { tabKey } from '../storage.ts';
import { type Bridge, BridgeError, UNSUPPORTED } from './bridge.ts';
import { readTradeResult, type TradeOutcome } from './trade-result.ts';

/** The attempt whose sheet this tab opened last, so that Back and a reload do not open the sheet by themselves. */
const openedSheet = tabKey('opened_sheet');

/**
 * A second tap within this time is ignored. Later it opens the sheet again, because an app may close a sheet without a
 * response.
 */
const DOUBLE_TAP_MS = 3_000;

/**
 * `idle` before the sheet opens, `open` while it is open, `outside` without an app that can open it, or its outcome.
 */
export type SheetState = 'idle' | 'open' | 'outside' | TradeOutcome;

type SheetOptions = {
  attempt: string;
  /** Returns the call from the shop's latest response, because a payment's URL may change. */
  call: () => HostCall;
  /** Returns null if the app does not respond. */
  connect: () => Promise<Bridge | null>;
  show: (state: SheetState) => void;
};

async function pay(bridge: Bridge, paymentUrl: string): Promise<TradeOutcome | 'outside'> {
  try {
    return readTradeResult(await bridge.tradePay(paymentUrl));
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    if (error.code === UNSUPPORTED) return 'outside';
    // A sheet that failed with an unknown code may have taken the payment.
    return readTradeResult(error.code ?? '');
  }
}

export type PaymentSheet = {
  /** Whether this tab has opened the attempt's sheet before. */
  wasOpened: () => boolean;
  open: () => Promise<void>;
};

/**
 * Opens the sheet of an attempt and shows its state. If a later sheet has replaced the first one, the first one's
 * outcome counts only if it is `sent`.
 */
export function createPaymentSheet({ attempt, call, connect, show }: SheetOptions): PaymentSheet {
  let latest = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  return {
    wasOpened: () => openedSheet.read() === attempt,
    async open() {
      if (performance.now() - openedAt < DOUBLE_TAP_MS) return;
      openedAt = performance.now();
      latest += 1;
      const ownNumber = latest;
      show('open');
      const { name, parameters } = call();
      const { paymentUrl } = parameters;
      const bridge = name === 'tradePay' && paymentUrl !== undefined ? await connect() : null;
      if (bridge === null || paymentUrl === undefined) {
        openedAt = Number.NEGATIVE_INFINITY;
        return show('outside');
      }
      openedSheet.write(attempt);
      const outcome = await pay(bridge, paymentUrl);
      if (outcome !== 'sent' && ownNumber !== latest) return;
      openedAt = Number.NEGATIVE_INFINITY;
      show(outcome);
    },
  };
}
