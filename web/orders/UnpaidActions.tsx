/**
 * Offers actions for an order that waits for its online payment: pay it, pay it on delivery, or get its items back into
 * the cart (docs/readings.md#59).
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { TrackedOrder } from '@shop/contract/orders';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { formatDateTime } from '@shop/core/dates';
import { ROUTES } from '@shop/core/links/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { cart } from '../cart/cart-actions.ts';
import { addNotes } from '../cart/sync/cart-store.ts';
import { ensureCartToken, refreshCart, replaceServerCart } from '../cart/sync/cart-sync.ts';
import { findPhoneToProve } from '../checkout/payment/place-order.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useGo } from '../links.tsx';
import { refreshWallets } from '../loyalty/loyalty-queries.ts';
import type { CancelOrderData, PaymentData } from '../modals/modal-data.ts';
import { openModal } from '../modals/modal-store.ts';
import { trackPurchase } from '../tracking/tracking.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { refreshOrders } from './order-queries.ts';

export type UnpaidOrder = PaymentData['order'] &
  Pick<TrackedOrder, 'id' | 'items' | 'totals' | 'payment_status' | 'created_at' | 'held_until' | 'cash_allowed'>;

type UnpaidActionsProps = {
  order: UnpaidOrder;
  proof: CancelOrderData['proof'];
  /** Retries the same payment attempt; without it, the button opens the choice of a payment method. */
  onPay?: () => void;
};

/** Returns the sentence with the time until which the items are reserved; empty if they are not. */
export function useReservedText({ held_until }: UnpaidOrder): string {
  const t = useT();
  const lang = useLang();
  return held_until === null ? '' : t('checkout.unpaid_text', { time: formatDateTime(held_until, lang) });
}

export function UnpaidActions({ order, proof, onPay }: UnpaidActionsProps) {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'cash' | 'cart' | null>(null);
  const orderKey = { order_number: order.order_number, ...proof };

  /**
   * Refetches an order that cannot be paid any more, such as one paid in the meantime; shows any other error as a
   * toast.
   */
  async function handleError(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'payment.closed') return refreshOrders(queries);
    toast(error.message || t('ui.error_network'), { kind: 'error' });
  }

  async function payOnDelivery(phone_proof: string | null): Promise<void> {
    setBusy('cash');
    try {
      await api('payments.start', {
        body: { ...orderKey, payment_method: CASH_ON_DELIVERY, phone_proof },
        query: langQuery(lang),
      });
      trackPurchase(order);
      toast(t('checkout.cash_chosen'), { kind: 'success' });
      await refreshOrders(queries);
    } catch (error) {
      const contact = error instanceof ApiError ? findPhoneToProve(error) : null;
      if (contact === null) return await handleError(error);
      const onProven = (phoneProof: string) => void payOnDelivery(phoneProof);
      openModal('PROVE_PHONE', { contact, onProven }, { closeOnOutside: false });
    } finally {
      setBusy(null);
    }
  }

  async function returnToCart(): Promise<void> {
    setBusy('cart');
    try {
      // Sends unsent changes first, because the server adds the items to the cart that it has.
      await cart.send();
      await ensureCartToken(queries, lang);
      const response = await api('orders.returnToCart', { body: orderKey, query: langQuery(lang) });
      await replaceServerCart(queries, lang, response.cart);
      addNotes(response.cart.lines_changed);
      toast(t('checkout.back_in_cart'), { kind: 'success' });
      go(ROUTES.cart);
      // The order is canceled, and its voucher, points and coins are back.
      await Promise.all([refreshCart(queries), refreshOrders(queries), refreshWallets(queries)]);
    } catch (error) {
      await handleError(error);
    } finally {
      setBusy(null);
    }
  }

  return (
    <>
      <Button disabled={busy !== null} onClick={onPay ?? (() => openModal('PAYMENT', { order, proof }))}>
        {t(order.payment_status === 'failed' ? 'checkout.failed_pay' : 'checkout.pay_now')}
      </Button>
      {order.cash_allowed && (
        <Button
          kind="secondary"
          busy={busy === 'cash'}
          disabled={busy === 'cart'}
          onClick={() => void payOnDelivery(null)}
        >
          {t('checkout.cash_instead')}
        </Button>
      )}
      <Button kind="secondary" busy={busy === 'cart'} disabled={busy === 'cash'} onClick={() => void returnToCart()}>
        {t('checkout.back_to_cart')}
      </Button>
    </>
  );
}
