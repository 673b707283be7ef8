/** /my-account/orders/products: products that the customer ordered before, to add them again. */
import { bestSellersPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AccountPage } from '../account/AccountFrame.tsx';
import { useTokenScope } from '../api/tokens.ts';
import emptySack from '../art/sack-empty.svg?no-inline';
import { ProductGrid, ProductGridSkeleton } from '../catalog/card/ProductGrid.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { orderedProductsPages } from './order-queries.ts';

function OrderedProducts() {
  const t = useT();
  const products = useInfiniteQuery(orderedProductsPages(useLang(), useTokenScope()));
  const { data, isError, refetch } = products;
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <ProductGridSkeleton isBesideColumn />;
  }
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) {
    return (
      <EmptyState
        art={emptySack}
        title={t('orders.products_none')}
        action={
          <LangLink to={bestSellersPath()} className={buttonClass()}>
            {t('account.to_best_sellers')}
          </LangLink>
        }
      >
        {t('orders.products_none_text')}
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t('catalog.products')}</h2>
      <ProductGrid products={rows} isAtTop isBesideColumn />
      <LoadMore list={products} />
    </>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage
      title={t('orders.products')}
      text={t('orders.products_text')}
      parent={{ page: 'orders', title: t('account.orders') }}
      skeleton={<ProductGridSkeleton isBesideColumn />}
    >
      {() => <OrderedProducts />}
    </AccountPage>
  );
}
