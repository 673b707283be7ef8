import { formatMoney } from '@shop/core/money';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { countUnits } from './order-text.ts';

/** The order's items with pictures, grouped by the path of their category, as they are picked. */
export function OrderLines({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const lines = order.items.toSorted((one, other) =>
    one.category_path.join(' ').localeCompare(other.category_path.join(' ')),
  );
  return (
    <section className="card" aria-labelledby="lines">
      <h2 id="lines">{t('orders.items', { count: countUnits(order) })}</h2>
      {lines.map((item) => (
        <div className="row" key={`${item.id} ${item.variation_option_id}`}>
          <img className="picture" src={item.image.thumbnail} alt="" loading="lazy" />
          <div className="grow">
            <b>{item.variant === null ? item.name : `${item.name}, ${item.variant}`}</b>
            <div className="quiet small">
              {[
                item.category_path.join(' › '),
                item.sku === null ? '' : t('order.codes', { sku: item.sku }),
                item.barcode,
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
            {item.replaced_by !== null ? (
              <div className="small">
                {t('order.line_replaced', {
                  ...{ count: item.quantity_delivered, all: item.quantity, quantity: item.replaced_by.quantity },
                  ...{ name: item.replaced_by.name, price: formatMoney(item.replaced_by.price_total) },
                })}
              </div>
            ) : (
              item.picked === 'short' && (
                <div className="small">
                  {t('order.line_short', { count: item.quantity_delivered, all: item.quantity })}
                </div>
              )
            )}
          </div>
          <div className="price">
            {t('order.each', { quantity: item.quantity, price: formatMoney(item.final_price) })}
            {item.discount > 0 && (
              <div className="minus small">{t('order.discount', { amount: formatMoney(item.discount) })}</div>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
