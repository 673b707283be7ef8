/** /my-account/recent-products: the customer's recently viewed products. */
import { bestSellersPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import emptySack from '../art/sack-searching.svg?no-inline';
import { ProductGrid, ProductGridSkeleton } from '../catalog/card/ProductGrid.tsx';
import { recentProductsQuery } from '../catalog/catalog-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { AccountPage } from './AccountFrame.tsx';

function RecentProducts() {
  const t = useT();
  const { data, isError, refetch } = useQuery(recentProductsQuery(useLang(), useTokenScope()));
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <ProductGridSkeleton isBesideColumn />;
  }
  if (data.data.length > 0) {
    return (
      <>
        <h2 className="sr-only">{t('catalog.products')}</h2>
        <ProductGrid products={data.data} isAtTop isBesideColumn />
      </>
    );
  }
  return (
    <EmptyState
      art={emptySack}
      title={t('account.recent_none')}
      action={
        <LangLink to={bestSellersPath()} className={buttonClass()}>
          {t('account.to_best_sellers')}
        </LangLink>
      }
    >
      {t('account.recent_none_text')}
    </EmptyState>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.recent')} skeleton={<ProductGridSkeleton isBesideColumn />}>
      {() => <RecentProducts />}
    </AccountPage>
  );
}
