/** Lists goods with their stock, price and sale state, found by name, SKU or barcode, and changes them. */
import type { StaffGoods } from '@shop/contract/staff/staff-catalog';
import { formatMoney } from '@shop/core/money';
import { useListContext } from 'ra-core';
import { ChangesButton } from '../audit/ChangesButton.tsx';
import { type Text, useText } from '../i18n/text.ts';
import { useScanner } from '../scanning/use-scanner.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { GoodsActions } from './GoodsActions.tsx';
import { formatGoodsName } from './goods-text.ts';
import { StockTabs } from './StockTabs.tsx';

export function StockPage() {
  const t = useText();
  return (
    <ListPage
      resource="goods"
      title={t('menu.stock')}
      columns={[
        { label: t('today.product'), text: formatGoodsName, show: (goods) => <NamedGoods goods={goods} /> },
        {
          label: t('stock.units'),
          isNumber: true,
          text: ({ quantity }) => quantity ?? '',
          show: ({ quantity }) => <Quantity quantity={quantity} />,
        },
        {
          label: t('prices.title'),
          isNumber: true,
          text: ({ sale_price, price }) => formatMoney(sale_price ?? price),
          show: (goods) => <Price goods={goods} />,
        },
        {
          label: t('orders.status'),
          text: ({ status }) => formatSaleState(status, t),
          show: ({ status }) => <Tag tone={status === 'published' ? 'good' : 'bad'}>{formatSaleState(status, t)}</Tag>,
        },
      ]}
      filters={[{ kind: 'text', source: 'q', label: t('stock.search') }]}
      quick={[{ label: t('stock.only_off'), filter: { off_sale: true } }]}
      rowActions={(goods) => (
        <>
          <GoodsActions goods={goods} isOnSale={goods.status === 'published'} />
          <ChangesButton kind="product" id={goods.slug} name={formatGoodsName(goods)} />
        </>
      )}
      empty={
        <>
          <h2>{t('stock.none')}</h2>
          <p className="quiet">{t('stock.none_text')}</p>
        </>
      }
    >
      <StockTabs />
      <ScannedGoods />
    </ListPage>
  );
}

const formatSaleState = (status: StaffGoods['status'], t: Text): string =>
  t(status === 'published' ? 'audit.on_sale' : status === 'archived' ? 'audit.off_sale' : 'audit.draft');

/** Searches for the codes that a scanner types outside of fields. */
function ScannedGoods() {
  const { filterValues, setFilters } = useListContext();
  useScanner(true, (code) => setFilters({ ...filterValues, q: code }));
  return null;
}

function NamedGoods({ goods }: { goods: StaffGoods }) {
  const codes = [goods.sku, goods.barcode].filter((code) => code !== null).join(' · ');
  return (
    <span className="named-goods">
      <img className="picture" src={goods.image.thumbnail} alt="" loading="lazy" />
      <span className="grow">
        <b>{formatGoodsName(goods)}</b>
        {codes !== '' && <span className="quiet small block">{codes}</span>}
      </span>
    </span>
  );
}

function Quantity({ quantity }: { quantity: number | null }) {
  const t = useText();
  if (quantity === null) return <span className="quiet">{t('stock.of_parts')}</span>;
  return <b className={quantity <= 0 ? 'minus' : undefined}>{quantity}</b>;
}

function Price({ goods: { price, sale_price } }: { goods: StaffGoods }) {
  if (sale_price === null) return formatMoney(price);
  return (
    <>
      <s className="quiet">{formatMoney(price)}</s> {formatMoney(sale_price)}
    </>
  );
}
