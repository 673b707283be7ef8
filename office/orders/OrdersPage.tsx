import { formatDateTime, formatDay, formatDayHours, formatTimeSpan } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '@shop/core/orders/status';
import { DAY_MS, dayOf } from '@shop/core/time';
import { Link } from 'react-router';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import type { Column } from '../ui/list/columns.ts';
import type { FilterField } from '../ui/list/filter-field.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { AdvanceOrdersButton } from './AdvanceOrdersButton.tsx';
import { OrderTabs } from './OrderTabs.tsx';
import {
  countUnits,
  describePayment,
  describeStatus,
  findLateSince,
  findRecipient,
  formatOrderSlot,
} from './order-text.ts';
import { PrintMenu } from './PrintMenu.tsx';
import { useTagsInUse } from './TagField.tsx';
import { TagOrdersButton } from './TagOrdersButton.tsx';

/** All orders, with filters and actions on the selected ones. */
export function OrdersPage() {
  const t = useText();
  const lang = useLang();
  const now = new Date();
  const tags = useTagsInUse();
  const columns: Column<StaffOrderRecord>[] = [
    {
      label: t('orders.order'),
      text: ({ order_number }) => order_number,
      show: ({ order_number, tags }) => (
        <>
          <Link className="record" to={`/orders/${order_number}`}>
            {order_number}
          </Link>
          {tags.length > 0 && <div className="quiet small wrap">{tags.join(', ')}</div>}
        </>
      ),
    },
    {
      label: t('orders.status'),
      text: ({ status }) => t(`status.${status}`),
      show: (order) => {
        const { tone, text } = describeStatus(order, t);
        return (
          <span className="tags">
            <Tag tone={tone}>{text}</Tag>
            {findLateSince(order, now) !== null && <Tag tone="late">{t('orders.late')}</Tag>}
            {order.cancellation_state === 'requested' && <Tag tone="deal">{t('orders.wants_cancel')}</Tag>}
          </span>
        );
      },
    },
    {
      label: t('orders.customer'),
      text: findRecipient,
      show: (order) => (
        <>
          {findRecipient(order)}
          <div className="quiet small">{order.shipping_address.city ?? order.contact.email}</div>
        </>
      ),
    },
    {
      label: t('orders.slot'),
      sort: 'slot',
      text: (order) => formatOrderSlot(order, lang) ?? '',
      show: ({ delivery: { starts_at, ends_at } }) =>
        starts_at === null || ends_at === null ? (
          <span className="quiet">{t('orders.no_slot')}</span>
        ) : (
          <>
            <span className="nowrap">{formatDayHours(formatDay(starts_at, lang), '', lang)}</span>{' '}
            <span className="nowrap small">{formatTimeSpan(starts_at, ends_at, lang)}</span>
          </>
        ),
    },
    {
      label: t('orders.payment'),
      sort: 'payment_status',
      text: (order) => describePayment(order, t).text,
      show: (order) => {
        const { tone, text } = describePayment(order, t);
        return <Tag tone={tone}>{text}</Tag>;
      },
    },
    {
      label: t('orders.items_head'),
      isNumber: true,
      isWideOnly: true,
      text: countUnits,
      show: countUnits,
    },
    {
      label: t('orders.total'),
      isNumber: true,
      text: ({ grand_total }) => formatMoney(grand_total),
      show: ({ grand_total }) => <b>{formatMoney(grand_total)}</b>,
    },
    {
      label: t('orders.created'),
      sort: 'created_at',
      isWideOnly: true,
      text: ({ created_at }) => formatDateTime(created_at, lang),
      show: ({ created_at }) => <span className="quiet">{formatDateTime(created_at, lang)}</span>,
    },
  ];
  const filters: FilterField[] = [
    { kind: 'text', source: 'q', label: t('orders.search') },
    {
      kind: 'choice',
      source: 'status',
      label: t('orders.status'),
      choices: ORDER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    { kind: 'day', source: 'slot_date', label: t('orders.day') },
    {
      kind: 'choice',
      source: 'payment_status',
      label: t('orders.payment'),
      choices: PAYMENT_STATUSES.map((value) => ({ value, label: t(`payment.${value}`) })),
    },
    { kind: 'choice', source: 'tag', label: t('tags.new'), choices: tags.map((value) => ({ value, label: value })) },
    { kind: 'day', source: 'ordered_from', label: t('orders.ordered_from') },
    { kind: 'day', source: 'ordered_to', label: t('orders.ordered_to') },
  ];
  return (
    <ListPage
      resource="orders"
      title={t('orders.title')}
      columns={columns}
      filters={filters}
      sort={{ field: 'created_at', order: 'DESC' }}
      bulk={(orders) => (
        <>
          {may('staff.advanceOrder') && <AdvanceOrdersButton orders={orders} />}
          {may('staff.changeOrderTags') && <TagOrdersButton orders={orders} />}
          <PrintMenu orders={orders.map(({ order_number }) => order_number)} />
        </>
      )}
      quick={[
        { label: t('orders.day_today'), filter: { slot_date: dayOf(now) } },
        { label: t('orders.day_tomorrow'), filter: { slot_date: dayOf(now.getTime() + DAY_MS) } },
        { label: t('orders.late'), filter: { late: true } },
        { label: t('orders.expiring'), filter: { expiring: true } },
        ...(['pending', 'processing', 'packed', 'delivery'] as const).map((status) => ({
          label: t(`status.${status}`),
          filter: { status },
        })),
      ]}
      empty={
        <>
          <h2>{t('orders.none')}</h2>
          <p className="quiet">{t('orders.none_text')}</p>
        </>
      }
    >
      <OrderTabs />
    </ListPage>
  );
}
