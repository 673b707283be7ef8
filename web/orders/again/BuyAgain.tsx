/**
 * Adds an order's items to the cart again. Then opens the cart, or lists the items of which fewer or more were added.
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { cart } from '../../cart/cart-actions.ts';
import { ensureCartToken, refreshCart, replaceServerCart } from '../../cart/sync/cart-sync.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { openCart } from '../../layout/layout-store.ts';
import type { BuyAgainData, CancelOrderData } from '../../modals/modal-data.ts';
import { openModal } from '../../modals/modal-store.ts';
import { createRandomId } from '../../random-id.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { toast } from '../../ui/toasts/toast.ts';

type BuyAgainProps = CancelOrderData & {
  className?: string;
  /** The label, if this is the page's main button. */
  label?: string;
};

function findOutcome({ added, skipped }: ResponseOf<'orders.buyAgain'>): BuyAgainData['outcome'] {
  if (added === 0) return skipped.every(({ is_sold_out }) => is_sold_out) ? 'sold_out' : 'none';
  return skipped.every((item) => item.added > item.ordered) ? 'raised' : 'some';
}

export function BuyAgain({ order_number, proof, className, label }: BuyAgainProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  /** The idempotency key. It stays until there is a response, so that a retry adds no item twice. */
  const key = useRef<string | null>(null);

  async function buyAgain(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      // Sends unsent changes first, because the server adds the items to the cart that it has.
      await cart.send();
      await ensureCartToken(queries, lang);
      key.current ??= createRandomId();
      const body = { order_number, ...proof };
      const response = await api('orders.buyAgain', { body, query: langQuery(lang) }, { idempotencyKey: key.current });
      key.current = null;
      await replaceServerCart(queries, lang, response.cart);
      if (response.skipped.length > 0) {
        const { added, skipped } = response;
        openModal('BUY_AGAIN', { outcome: findOutcome(response), added, skipped });
      } else {
        toast(t('orders.again_done', { count: response.added }), { kind: 'success' });
        openCart();
      }
      await refreshCart(queries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status >= 400 && error.status < 500) key.current = null;
      toast(error.message || t('orders.again_failed'), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      {...(label === undefined && { kind: 'secondary', size: 'compact' })}
      className={className}
      busy={busy}
      aria-label={label ?? t('orders.again_named', { number: order_number })}
      onClick={() => void buyAgain()}
    >
      <Icon name="basket" className="size-5" />
      {label ?? t('orders.again')}
    </Button>
  );
}
