import type { StockLevel, Today } from '@shop/contract/staff/staff-today';
import { Link } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { GoodsActions } from '../stock/GoodsActions.tsx';
import { formatGoodsName } from '../stock/goods-text.ts';
import { buildListAddress } from './list-link.ts';
import { describeStock } from './stock-text.ts';

/** Maximum number of rows on the page; the list has all. */
const MAX_ROWS = 5;

const rowKeyOf = ({ product_id, variation_option_id }: StockLevel) => `${product_id} ${variation_option_id ?? ''}`;

export function LowStock({ stock: { low, lowest } }: { stock: NonNullable<Today['stock']> }) {
  const t = useText();
  return (
    <section className="card" aria-labelledby="low-stock">
      <h2 id="low-stock">{t('today.stock')}</h2>
      {lowest.length === 0 && <p className="quiet">{t('today.stock_none')}</p>}
      {lowest.slice(0, MAX_ROWS).map((level) => (
        <div className="row stock-row" key={rowKeyOf(level)}>
          <img className="picture" src={level.image.thumbnail} alt="" loading="lazy" />
          <div className="grow">
            <b>{formatGoodsName(level)}</b>
            <div className={level.quantity < 0 ? 'minus small' : 'quiet small'}>{describeStock(level, t)}</div>
          </div>
          {may('staff.setStock') && <GoodsActions goods={level} isOnSale />}
        </div>
      ))}
      {low.count > MAX_ROWS && (
        <p className="later">
          <Link to={buildListAddress(low.list)}>{t('today.all', { count: low.count })}</Link>
        </p>
      )}
    </section>
  );
}
