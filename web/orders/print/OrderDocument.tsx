/** Shows an order as a document for A4 paper: seller, addresses, lines and totals. Prints in black on white. */

import type { Address } from '@shop/contract/addresses';
import type { Order, TrackedOrder } from '@shop/contract/orders';
import { formatDateTime, formatDay, formatDaySpan } from '@shop/core/dates';
import { formatPhone } from '@shop/core/identity/phone';
import { formatMoney } from '@shop/core/money';
import { formatOrderStatus, formatPaymentStatus } from '@shop/core/orders/status';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CartTotals } from '../../cart/drawer/CartTotals.tsx';
import { LineDiscount } from '../../cart/drawer/line-parts.tsx';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ChangedItem } from '../ChangedItem.tsx';

function Seller() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  if (settings === undefined) return null;
  const { siteTitle, legal, contact } = settings;
  return (
    <div className="min-w-0 text-sm wrap-anywhere">
      <p className="font-display text-lg font-extrabold">{siteTitle}</p>
      <p>{t('footer.registration', { name: legal.business_name, number: legal.registration_no })}</p>
      <p>{contact.address}</p>
      <p>
        <bdi>{formatPhone(contact.phone)}</bdi> · {contact.email}
      </p>
    </div>
  );
}

function LabeledValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="break-inside-avoid">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function AddressText({ address }: { address: Address }) {
  return (
    <span dir="auto">
      {address.recipient}
      <br />
      {address.formatted_address}
      {address.contact_number && (
        <>
          <br />
          <bdi>{formatPhone(address.contact_number)}</bdi>
        </>
      )}
    </span>
  );
}

/** Quantity and price: with large text a phone shows them below the item's name instead. */
const WIDE_CELL = 'max-3xs:hidden print:table-cell';

function LinesTable({ items }: { items: TrackedOrder['items'] }) {
  const t = useT();
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-b-2 border-ink text-start">
          <th className="py-2 text-start">{t('orders.print_item')}</th>
          <th className={classNames(WIDE_CELL, 'px-1 py-2 text-end whitespace-nowrap')}>
            {t('orders.print_quantity')}
          </th>
          <th className={classNames(WIDE_CELL, 'px-1 py-2 text-end')}>{t('orders.print_price')}</th>
          <th className="py-2 text-end">{t('orders.print_amount')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((line) => (
          <tr key={line.line} className="break-inside-avoid border-b border-line align-top tabular-nums">
            <td className="py-2 wrap-anywhere">
              {line.name}
              {line.variant !== null && <span className="block text-xs text-ink-2">{line.variant}</span>}
              <span className="hidden text-xs text-ink-2 max-3xs:block print:hidden">
                {line.quantity} × <bdi>{formatMoney(line.final_price)}</bdi>
              </span>
              <LineDiscount amount={line.discount} />
              <ChangedItem item={line} />
            </td>
            <td className={classNames(WIDE_CELL, 'px-1 py-2 text-end')}>{line.quantity}</td>
            <td className={classNames(WIDE_CELL, 'px-1 py-2 text-end whitespace-nowrap')}>
              {formatMoney(line.final_price)}
            </td>
            <td className="py-2 text-end whitespace-nowrap">{formatMoney(line.price_total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `backPath` leads to the order's page. */
export function OrderDocument({ order, backPath }: { order: TrackedOrder | Order; backPath: string }) {
  const t = useT();
  const lang = useLang();
  const { method, starts_at, ends_at } = order.delivery;
  // On paper, "tomorrow" would soon be wrong.
  const slot =
    starts_at === null || ends_at === null ? null : formatDaySpan(formatDay(starts_at, lang), starts_at, ends_at, lang);
  return (
    <div className="mx-auto grid w-full max-w-[50rem] grid-cols-1 gap-4">
      <div className="no-print flex flex-wrap items-center justify-between gap-3">
        <LangLink
          to={backPath}
          className="flex min-h-11 items-center gap-2 text-sm font-semibold text-action-strong hover:underline"
        >
          <Icon name="arrow-left" className="size-5" directional />
          {t('orders.print_back')}
        </LangLink>
        <Button onClick={() => window.print()}>
          <Icon name="printer" className="size-5" />
          {t('orders.print')}
        </Button>
      </div>
      <article className="grid grid-cols-1 gap-6 rounded-xl border border-line bg-surface p-5 sm:p-10 print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <Seller />
          <div className="text-sm sm:text-end">
            <h1 className="text-xl">{t('orders.order_title', { number: order.order_number })}</h1>
            <p>{t('orders.placed', { when: formatDateTime(order.created_at, lang) })}</p>
          </div>
        </header>
        <dl className="grid gap-4 text-sm sm:grid-cols-2 print:grid-cols-2">
          <LabeledValue label={t('orders.timeline')}>{formatOrderStatus(order.status, lang)}</LabeledValue>
          <LabeledValue label={t('orders.payment')}>
            {order.payment_method_name} · {formatPaymentStatus(order.payment_status, lang)}
          </LabeledValue>
          <LabeledValue label={t('orders.delivery')}>
            {[method, slot].filter(Boolean).join(' · ')}
            {'shipping_address' in order && (
              <>
                <br />
                <AddressText address={order.shipping_address} />
              </>
            )}
          </LabeledValue>
          {'billing_address' in order && (
            <LabeledValue label={t('orders.billing')}>
              <AddressText address={order.billing_address} />
            </LabeledValue>
          )}
        </dl>
        <LinesTable items={order.items} />
        <CartTotals
          amounts={{ ...order.totals, promotions: order.promotions }}
          className="w-full break-inside-avoid sm:ms-auto sm:w-72 print:ms-auto print:w-72"
        />
      </article>
    </div>
  );
}
