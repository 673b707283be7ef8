/**
 * Summarizes the order's lines and totals: next to the steps from 1024 px, as a bar above them on narrower screens
 * (docs/ux.md#rule-32).
 */
import type { Cart } from '@shop/contract/cart';
import { formatMoney } from '@shop/core/money';
import { useStore } from 'zustand';
import { CartTotals } from '../cart/drawer/CartTotals.tsx';
import { FreeShippingBar } from '../cart/drawer/FreeShippingBar.tsx';
import { LinePictures } from '../cart/drawer/line-parts.tsx';
import { cartStore } from '../cart/sync/cart-store.ts';
import { useT } from '../i18n/MessagesProvider.tsx';
import { openCart } from '../layout/layout-store.ts';
import { EarnsNote } from '../loyalty/tiers/EarnsNote.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { OrderLines } from './OrderLines.tsx';

/** Lists the available lines that are flagged for checkout: the order has only these. */
const listOrderedLines = (cart: Cart) => cart.items.filter((line) => line.checkout && line.available);

function SummaryContent({ cart }: { cart: Cart }) {
  const t = useT();
  const notes = useStore(cartStore, (state) => state.notes);
  return (
    <>
      <section aria-label={t('checkout.items')} className="max-h-80 overflow-y-auto pe-1">
        <OrderLines lines={listOrderedLines(cart)} />
      </section>
      <Button kind="quiet" size="compact" className="-ms-4 w-fit" onClick={openCart}>
        {t('checkout.change_items')}
      </Button>
      <FreeShippingBar info={cart.free_shipping_info} />
      <CartTotals amounts={cart} notes={notes} />
      <EarnsNote points={cart.point_info.earns} />
    </>
  );
}

const countUnits = (cart: Cart) => listOrderedLines(cart).reduce((sum, line) => sum + line.quantity, 0);

export function CheckoutSummary({ cart }: { cart: Cart }) {
  const t = useT();
  return (
    <aside
      aria-label={t('checkout.summary')}
      className="sticky top-6 hidden content-start gap-4 rounded-xl border border-line bg-surface p-6 lg:grid"
    >
      <h2 className="text-lg">{t('checkout.summary')}</h2>
      <SummaryContent cart={cart} />
    </aside>
  );
}

/** Maximum number of product pictures in the bar; they fit beside the count of hidden ones on a 320 px screen. */
const BAR_PICTURES = 4;

export function CheckoutSummaryBar({ cart }: { cart: Cart }) {
  const t = useT();
  return (
    <details className="group rounded-lg border border-line bg-surface lg:hidden">
      <summary className="grid gap-2 px-4 py-3 font-semibold tabular-nums">
        <span className="flex items-center gap-2">
          <span className="flex-1">
            {t('checkout.summary_bar', { count: countUnits(cart), amount: formatMoney(cart.estimated_total) })}
          </span>
          <Icon
            name="caret-down"
            className="size-5 text-ink-2 transition-transform duration-200 group-open:rotate-180"
          />
        </span>
        <span className="group-open:hidden">
          <LinePictures lines={listOrderedLines(cart)} max={BAR_PICTURES} size={40} />
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-4 border-t border-line p-4">
        <SummaryContent cart={cart} />
      </div>
    </details>
  );
}
