/**
 * The open orders of a day: a row for each slot, a column for each state, and a card with the next step for each order.
 */
import { Button, TextField } from '@mui/material';
import { isCash } from '@shop/core/cart/totals';
import { formatTimeSpan } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { OPEN_ORDER_STATUSES } from '@shop/core/orders/status';
import { useInfiniteGetList } from 'ra-core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Page } from '../ui/Page.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { useDay } from '../ui/use-day.ts';
import { OrderTabs } from './OrderTabs.tsx';
import { countUnits, findLateSince, findRecipient } from './order-text.ts';
import { PrintMenu } from './PrintMenu.tsx';

const PER_PAGE = 100;

type SlotOrders = { id: string; delivery: StaffOrderRecord['delivery']; orders: StaffOrderRecord[] };

/** Groups orders by slot. The same hours of two delivery methods are two slots. */
function groupBySlot(orders: readonly StaffOrderRecord[]): SlotOrders[] {
  const groups = Map.groupBy(orders, ({ delivery }) => `${delivery.starts_at} ${delivery.ends_at} ${delivery.method}`);
  return [...groups].flatMap(([id, group]) => {
    const [first] = group;
    return first === undefined ? [] : [{ id, delivery: first.delivery, orders: group }];
  });
}

export function OrderBoard() {
  const t = useText();
  const [day, setDay] = useDay();
  const list = useInfiniteGetList<StaffOrderRecord>('orders', {
    filter: { slot_date: day, status: OPEN_ORDER_STATUSES },
    sort: { field: 'slot', order: 'ASC' },
    pagination: { page: 1, perPage: PER_PAGE },
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const orders = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Page
      title={t('orders.title')}
      sub={orders === undefined ? '' : t('board.count', { count: list.data?.pages[0]?.total ?? orders.length })}
    >
      <OrderTabs />
      <div className="filters">
        <TextField
          className="filter"
          type="date"
          label={t('orders.day')}
          value={day}
          slotProps={{ inputLabel: { shrink: true } }}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      {orders !== undefined && orders.length > 0 ? (
        <div className="stack">
          {groupBySlot(orders).map((slot) => (
            <SlotRow key={slot.id} slot={slot} />
          ))}
        </div>
      ) : list.error !== null ? (
        <LoadFailure error={list.error} onRetry={() => list.refetch()} />
      ) : orders === undefined ? (
        <p className="quiet" role="status">
          {t('app.loading')}
        </p>
      ) : (
        <div className="card state">
          <h2>{t('board.empty')}</h2>
          <p className="quiet">{t('board.empty_text')}</p>
        </div>
      )}
    </Page>
  );
}

function SlotRow({ slot: { delivery, orders } }: { slot: SlotOrders }) {
  const t = useText();
  const lang = useLang();
  const { starts_at, ends_at, method } = delivery;
  const span = starts_at === null || ends_at === null ? t('orders.no_slot') : formatTimeSpan(starts_at, ends_at, lang);
  return (
    <section className="card" aria-label={`${span}, ${method}`}>
      <div className="board-head">
        <h2>
          {span} <span className="quiet small">{method}</span>
        </h2>
        <PrintMenu orders={orders.map(({ order_number }) => order_number)} />
      </div>
      <div className="board">
        {OPEN_ORDER_STATUSES.map((status) => {
          const column = orders.filter((order) => order.status === status);
          return (
            <div key={status} className={column.length === 0 ? 'board-column board-empty' : 'board-column'}>
              <h3 className={`board-state slot-${status}`}>
                {t('today.part', { count: column.length, status: t(`status.${status}`) })}
              </h3>
              <ul>
                {column.map((order) => (
                  <OrderCard key={order.id} order={order} />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}

function OrderCard({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const [advance, isAdvancing] = useAction('orders', 'advance');
  const { id, order_number: number, next_status: next, payment_method: method, grand_total } = order;
  const isForCash = isCash(method);
  const awaitsPayment = !isForCash && order.payment_status === 'unpaid';
  // An order paid in cash is completed on its own page, where the amount is entered.
  const hasStep = may('staff.advanceOrder') && !awaitsPayment && !(next === 'complete' && isForCash);
  return (
    <li className="board-card">
      <div className="board-line">
        <Link className="record" to={`/orders/${number}`}>
          {number}
        </Link>
        <b>{formatMoney(grand_total)}</b>
      </div>
      <div>{findRecipient(order)}</div>
      <div className="quiet small">
        {[
          t('orders.items', { count: countUnits(order) }),
          order.shipping_address.city,
          order.picking?.claimed_by ?? order.picking?.packed_by,
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <div className="board-line">
        <span className="tags">
          {findLateSince(order, new Date()) !== null && <Tag tone="late">{t('orders.late')}</Tag>}
          {isForCash && <Tag tone="cash">{t('payment.cash')}</Tag>}
          {awaitsPayment && <Tag tone="cash">{t('payment.unpaid')}</Tag>}
          {order.cancellation_state === 'requested' && <Tag tone="deal">{t('orders.wants_cancel')}</Tag>}
        </span>
        {hasStep && next !== null && next !== 'pending' && next !== 'canceled' && (
          <Button
            size="small"
            loading={isAdvancing}
            aria-label={`${number}: ${t(`advance.${next}`)}`}
            onClick={() => advance(id, { to: next }, t('orders.moving', { number, status: t(`status.${next}`) }))}
          >
            {t(`advance.${next}`)}
          </Button>
        )}
      </div>
    </li>
  );
}
