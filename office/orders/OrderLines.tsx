import { formatMoney } from '@shop/core/money';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { Tag } from '../ui/Tag.tsx';
import { comparePlaces, countUnits, nameWith, placeOf } from './order-text.ts';

type Item = StaffOrderRecord['items'][number];

/** The order's items with pictures as they are picked, each with what the picker decided. */
export function OrderLines({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const lines = order.items.toSorted((one, other) => comparePlaces(placeOf(one), placeOf(other)));
  return (
    <section className="card" aria-labelledby="lines">
      <h2 id="lines">{t('orders.items', { count: countUnits(order) })}</h2>
      {lines.map((item) => (
        <Line key={item.line} item={item} isPicking={order.status === 'processing'} />
      ))}
    </section>
  );
}

function Line({ item, isPicking }: { item: Item; isPicking: boolean }) {
  const t = useText();
  const { replaced_by: replacement, quantity, quantity_delivered: delivered } = item;
  const facts = [
    placeOf(item),
    item.sku === null ? '' : t('order.codes', { sku: item.sku }),
    item.barcode,
    isPicking && item.picked === null ? t(`order.missing_${item.if_missing}`) : '',
  ];
  return (
    <div className="row">
      <img className="picture" src={item.image.thumbnail} alt="" loading="lazy" />
      <div className="grow">
        <b>{nameWith(item.name, item.variant)}</b>
        <div className="quiet small">{facts.filter(Boolean).join(' · ')}</div>
        {delivered < quantity && (
          <div className="small">{t('order.delivered_of', { delivered, ordered: quantity })}</div>
        )}
        {replacement !== null && (
          <div className="small">
            {t('order.replaced_by', {
              quantity: replacement.quantity,
              name: nameWith(replacement.name, replacement.variant),
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
        isPicking && <Tag tone="plain">{t('status.pending')}</Tag>
      )}
    </div>
  );
}
