import type { ListLink, Today } from '@shop/contract/staff/staff-today';
import { formatTime } from '@shop/core/dates';
import { formatMoney, formatShortMoney } from '@shop/core/money';
import { Link } from 'react-router';
import { useLang, useText } from '../i18n/text.ts';
import { buildListAddress } from './list-link.ts';

/** A number of the day, as a link to its list. */
function Figure({
  value,
  label,
  more,
  list,
  isBad = false,
}: {
  value: string | number;
  label: string;
  more: string;
  list: ListLink;
  isBad?: boolean;
}) {
  return (
    <Link className="card figure-link" to={buildListAddress(list)}>
      <span className={isBad ? 'figure minus' : 'figure'}>{value}</span>
      <span>{label}</span>
      <span className="quiet small">{more}</span>
    </Link>
  );
}

export function DayFigures({ today: { orders, cash, cancellations, sales } }: { today: Today }) {
  const t = useText();
  const lang = useLang();
  if (orders === null && cancellations === null && sales === null) return null;
  const first = orders?.latest[0];
  const before = sales?.week_ago.amount ?? 0;
  const change = Math.round((((sales?.today.amount ?? 0) - before) / before) * 100);
  return (
    <div className="figures">
      {orders !== null && (
        <>
          <Figure
            value={orders.late.count}
            isBad={orders.late.count > 0}
            label={t('today.late')}
            more={
              first === undefined ? t('today.on_time') : t('today.first_due', { time: formatTime(first.due_at, lang) })
            }
            list={orders.late.list}
          />
          <Figure
            value={orders.picking.count}
            label={t('today.picking')}
            more={t('today.picking_rest', { pending: orders.to_pick.count, packed: orders.packed.count })}
            list={orders.picking.list}
          />
          <Figure
            value={orders.out.count}
            label={t('today.out')}
            more={t('today.cash', { amount: formatMoney(cash?.cash_to_collect ?? 0) })}
            list={orders.out.list}
          />
        </>
      )}
      {cancellations !== null && (
        <Figure
          value={cancellations.count}
          label={t('today.cancellations')}
          more={
            cancellations.oldest_at === null
              ? t('today.nothing_waits')
              : t('today.oldest', { time: formatTime(cancellations.oldest_at, lang) })
          }
          list={cancellations.list}
        />
      )}
      {sales !== null && (
        <Figure
          value={formatShortMoney(sales.today.amount)}
          label={t('today.sales')}
          more={
            before === 0
              ? t('today.sales_first')
              : t('today.sales_change', { change: change < 0 ? `−${-change}` : `+${change}` })
          }
          list={sales.today.list}
        />
      )}
    </div>
  );
}
