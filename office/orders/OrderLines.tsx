import { formatMoney } from '@shop/core/money';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { describeBags } from '../delivery/delivery-text.ts';
import { useText } from '../i18n/text.ts';
import { formatGoodsName } from '../stock/goods-text.ts';
import { Tag } from '../ui/Tag.tsx';
import { comparePlaces, countUnits, placeOf } from './order-text.ts';

type StaffOrderItem = StaffOrderRecord['items'][number];

/** Returns whether an item has units to pick: refunded ones are not picked. */
const isToPick = ({ picked, quantity_delivered }: StaffOrderItem): boolean => picked === null && quantity_delivered > 0;

/** The lines of an order by shelf, each with its picture and the picker's decision. */
export function OrderLines({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const openCount = order.status === 'processing' ? order.items.filter(isToPick).length : 0;
  const lines = order.items.toSorted((one, other) => comparePlaces(placeOf(one), placeOf(other)));
  return (
    <section className="card" aria-labelledby="lines">
      <div className="card-head">
        <h2 id="lines">{t('orders.items', { count: countUnits(order) })}</h2>
        <span className="quiet">
          {openCount > 0
            ? t('order.lines_open', { open: openCount, all: lines.length })
            : describeBags(order.picking?.bags ?? null, t)}
        </span>
      </div>
      {lines.map((item) => (
        <Line key={item.line} item={item} isPicking={order.status === 'processing'} />
      ))}
    </section>
  );
}

function Line({ item, isPicking }: { item: StaffOrderItem; isPicking: boolean }) {
  const t = useText();
  const { replaced_by: replacement, quantity, quantity_delivered: deliveredUnits } = item;
  const facts = [
    placeOf(item),
    item.sku === null ? '' : t('order.codes', { sku: item.sku }),
    item.barcode,
    isPicking && item.picked === null ? t(`order.missing_${item.if_missing}`) : '',
  ];
  return (
    <div className="row order-line">
      <img className="picture" src={item.image.thumbnail} alt="" loading="lazy" />
      <div className="grow">
        <b>{formatGoodsName(item)}</b>
        <div className="quiet small">{facts.filter(Boolean).join(' · ')}</div>
        {deliveredUnits < quantity && (
          <div className="small">{t('order.delivered_of', { delivered: deliveredUnits, ordered: quantity })}</div>
        )}
        {replacement !== null && (
          <div className="small">
            {t('order.replaced_by', {
              quantity: replacement.quantity,
              name: formatGoodsName(replacement),
            })}
          </div>
        )}
      </div>
      <div className="price">
        {t('order.each', { quantity, price: formatMoney(item.final_price) })}
        {item.discount > 0 && (
          <div className="minus small">{t('order.discount', { amount: formatMoney(item.discount) })}</div>
        )}
        {item.undelivered > 0 && (
          <div className="minus small">{t('order.discount', { amount: formatMoney(item.undelivered) })}</div>
        )}
      </div>
      {item.picked !== null ? (
        <Tag tone={({ found: 'good', short: 'cash', replaced: 'info' } as const)[item.picked]}>
          {t(`order.line_${item.picked}`)}
        </Tag>
      ) : (
        isPicking && isToPick(item) && <Tag tone="plain">{t('status.pending')}</Tag>
      )}
    </div>
  );
}
