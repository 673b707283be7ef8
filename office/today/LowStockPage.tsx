import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { GoodsActions } from '../stock/GoodsActions.tsx';
import { formatGoodsName } from '../stock/goods-text.ts';
import { StockTabs } from '../stock/StockTabs.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';

/** Goods whose stock will not last a usual day, the lowest first. */
export function LowStockPage() {
  const t = useText();
  return (
    <ListPage
      resource="lowStock"
      title={t('today.stock')}
      columns={[
        { label: t('today.product'), text: formatGoodsName, show: (level) => <b>{formatGoodsName(level)}</b> },
        { label: 'SKU', text: ({ sku }) => sku ?? '', show: ({ sku }) => sku, isWideOnly: true },
        {
          label: t('today.quantity'),
          isNumber: true,
          text: ({ quantity }) => quantity,
          show: ({ quantity }) => <span className={quantity < 0 ? 'minus' : undefined}>{quantity}</span>,
        },
        {
          label: t('today.usual'),
          isNumber: true,
          text: ({ usual_per_day }) => usual_per_day,
          show: ({ usual_per_day }) => usual_per_day,
        },
      ]}
      quick={[{ label: t('today.negative'), filter: { negative: true } }]}
      {...(may('staff.setStock') && { rowActions: (level) => <GoodsActions goods={level} isOnSale /> })}
      empty={<h2>{t('today.stock_none')}</h2>}
    >
      {may('staff.setStock') && <StockTabs />}
    </ListPage>
  );
}
