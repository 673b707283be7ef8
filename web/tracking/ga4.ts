/** Sends events to Google Analytics 4 through its data layer (docs/partners.md#8). */
import type { TrackedEvent } from './tracked-event.ts';
import { loadTracker, toPlainAddress } from './tracker-script.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const EVENT_NAMES = {
  ViewContent: 'view_item',
  AddToCart: 'add_to_cart',
  InitiateCheckout: 'begin_checkout',
  AddPaymentInfo: 'add_payment_info',
  Purchase: 'purchase',
} as const;

/** gtag.js recognizes commands only as `arguments`; it treats an array as data. */
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: gtag.js takes nothing else for a command
  window.dataLayer.push(arguments);
}

/** Loads the property and returns a function that sends an event. */
export function openTracker(id: string, script: string): (event: TrackedEvent) => void {
  gtag('js', new Date());
  gtag('config', id, {
    send_page_view: false,
    page_location: toPlainAddress(),
    page_referrer: '',
    allow_google_signals: false,
  });
  loadTracker(`${script}?id=${id}`);
  return ({ event, items, value, currency, transactionId, paymentType }) => {
    gtag('event', EVENT_NAMES[event], {
      currency,
      value,
      ...(transactionId !== undefined && { transaction_id: transactionId }),
      ...(paymentType !== undefined && { payment_type: paymentType }),
      items: items.map((item) => ({
        item_id: item.id,
        item_name: item.name,
        price: item.price,
        quantity: item.quantity,
      })),
      page_location: toPlainAddress(),
      send_to: id,
    });
  };
}
