import { Button, MenuItem } from '@mui/material';
import { ApiError } from '@shop/contract/api/api-error';
import { isCash } from '@shop/core/cart/totals';
import { ResourceContextProvider, useGetOne } from 'ra-core';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { useLang, useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { formatError } from '../ui/format-error.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { Page } from '../ui/Page.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { CancelOrderDialog } from './actions/CancelOrderDialog.tsx';
import { ChangeDeliveryDialog } from './actions/ChangeDeliveryDialog.tsx';
import { CompleteOrderDialog } from './actions/CompleteOrderDialog.tsx';
import { FailDeliveryDialog } from './actions/FailDeliveryDialog.tsx';
import { RefundOrderDialog } from './actions/RefundOrderDialog.tsx';
import { CancellationNotice } from './CancellationNotice.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';
import { OrderCustomer } from './OrderCustomer.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderMessages } from './OrderMessages.tsx';
import { OrderMoney, OrderPayments } from './OrderMoney.tsx';
import { OrderNotes } from './OrderNotes.tsx';
import { OrderTags } from './OrderTags.tsx';
import {
  describePayment,
  describeStatus,
  findLateSince,
  findRecipient,
  formatActor,
  formatLateSince,
  formatOrderSlot,
} from './order-text.ts';
import { PrintMenu } from './PrintMenu.tsx';

/** One order: its items, payment, history and customer, with the actions that its state and the user's roles allow. */
export function OrderPage() {
  const t = useText();
  const { id = '' } = useParams();
  const { data: order, error } = useGetOne<StaffOrderRecord>('orders', { id });
  if (order === undefined) {
    if (error === null) return <LoadingPage />;
    const isMissing = error instanceof ApiError && error.code === 'order.not_found';
    return (
      <div className="state" role="alert">
        <h1>{isMissing ? t('order.not_found', { number: id }) : t('app.failed')}</h1>
        {!isMissing && <p className="quiet">{formatError(error, t)}</p>}
      </div>
    );
  }
  return (
    <ResourceContextProvider value="orders">
      <LoadedOrder key={order.id} order={order} />
    </ResourceContextProvider>
  );
}

function LoadedOrder({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const lang = useLang();
  const status = describeStatus(order, t);
  const payment = describePayment(order, t);
  const now = new Date();
  const lateSince = findLateSince(order, now);
  const { shipping_address: address, delivery } = order;
  const facts = [
    findRecipient(order),
    formatOrderSlot(order, lang) ?? t('orders.no_slot'),
    [address.city, address.zip].filter(Boolean).join(', '),
    delivery.leave_at_door ? t('order.leave_at_door') : '',
    order.picking?.claimed_by == null ? '' : t('order.picking', { who: formatActor(order.picking.claimed_by, t) }),
    order.picking?.packed_by == null ? '' : t('order.packed_by', { who: formatActor(order.picking.packed_by, t) }),
  ];
  return (
    <Page
      title={order.order_number}
      sub={facts.filter(Boolean).join(' · ')}
      tags={
        <>
          <Tag tone={status.tone}>{status.text}</Tag>
          <Tag tone={payment.tone}>{payment.text}</Tag>
          {lateSince !== null && <Tag tone="late">{formatLateSince(lateSince, now, lang, t)}</Tag>}
        </>
      }
      actions={<OrderActions order={order} />}
    >
      <ChangedNotice order={order} />
      <CancellationNotice order={order} />
      {delivery.remarks !== null && delivery.remarks !== '' && (
        <p className="notice">{t('order.remarks', { text: delivery.remarks })}</p>
      )}
      <div className="columns record">
        <OrderLines order={order} />
        <div className="stack aside">
          <OrderTags order={order} />
          <OrderNotes order={order} />
          <OrderMoney order={order} />
          <OrderHistory order={order} />
          <OrderCustomer order={order} />
        </div>
        <div className="stack">
          <OrderPayments order={order} />
          <OrderMessages order={order} />
          <RecordAudit kind="order" id={order.order_number} />
        </div>
      </div>
    </Page>
  );
}

type OrderDialogName = 'complete' | 'cancel' | 'refund' | 'delivery' | 'failed';

/** The next step as the main button, and in a menu all other actions that the state and the user's roles allow. */
function OrderActions({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const [advance, isAdvancing] = useAction('orders', 'advance');
  const [dialog, setDialog] = useState<OrderDialogName | null>(null);
  const { status, next_status: next, payment_status: payment } = order;
  const isOpen = status === 'pending' || status === 'processing';
  const isPaid = payment === 'paid' || payment === 'refund_due';
  const entries = [
    isOpen && may('staff.changeDelivery') && (['delivery', t('order.change_delivery')] as const),
    isPaid && may('staff.refundOrder') && (['refund', t('order.refund')] as const),
    status === 'delivery' && may('staff.failDelivery') && (['failed', t('order.fail_delivery')] as const),
    isOpen && may('staff.cancelOrder') && (['cancel', t('order.cancel')] as const),
  ].filter((entry) => entry !== false);
  const close = () => setDialog(null);
  const move = () => {
    if (next === 'complete' && isCash(order.payment_method)) setDialog('complete');
    else if (next !== null) advance(order.id, { to: next }, t('order.done_advance', { status: t(`status.${next}`) }));
  };
  return (
    <>
      <PrintMenu orders={[order.order_number]} />
      {entries.length > 0 && (
        <MenuButton label={t('order.more')}>
          {(close) =>
            entries.map(([name, label]) => (
              <MenuItem
                key={name}
                onClick={() => {
                  close();
                  setDialog(name);
                }}
              >
                {label}
              </MenuItem>
            ))
          }
        </MenuButton>
      )}
      {next !== null && next !== 'pending' && next !== 'canceled' && may('staff.advanceOrder') && (
        <Button variant="contained" loading={isAdvancing} onClick={move}>
          {t(`advance.${next}`)}
        </Button>
      )}
      {dialog === 'complete' && <CompleteOrderDialog order={order} onClose={close} />}
      {dialog === 'cancel' && <CancelOrderDialog order={order} onClose={close} />}
      {dialog === 'refund' && <RefundOrderDialog order={order} onClose={close} />}
      {dialog === 'delivery' && <ChangeDeliveryDialog order={order} onClose={close} />}
      {dialog === 'failed' && <FailDeliveryDialog order={order} onClose={close} />}
    </>
  );
}
