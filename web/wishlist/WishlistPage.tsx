/** /my-account/wishlist: My Favourite. A heart that is emptied here takes its product off at once. */

import { isOutOfStock } from '@shop/core/catalog/stock';
import { bestSellersPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountPage } from '../account/AccountFrame.tsx';
import wavingSack from '../art/sack-gift.svg?no-inline';
import { bestSellersQuery } from '../catalog/catalog-queries.ts';
import { ProductGrid, ProductGridSkeleton } from '../catalog/ProductGrid.tsx';
import { ProductRail } from '../catalog/ProductRail.tsx';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { useTokenScope } from '../session.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { favouritesQuery } from './wishlist-queries.ts';

function NoFavourites() {
  const t = useT();
  const { data } = useQuery(bestSellersQuery(useLang()));
  return (
    <>
      <EmptyState
        art={wavingSack}
        title={t('wishlist.none')}
        action={
          <LangLink to={bestSellersPath()} className={buttonClass()}>
            {t('account.to_best_sellers')}
          </LangLink>
        }
      >
        {t('wishlist.none_text')}
      </EmptyState>
      {data !== undefined && data.data.length > 0 && (
        <ProductRail products={data.data} label={t('layout.best_sellers')} />
      )}
    </>
  );
}

function Favourites() {
  const t = useT();
  const { data, isError, refetch } = useQuery(favouritesQuery(useLang(), useTokenScope()));
  const [available, setAvailable] = useState(false);
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <ProductGridSkeleton beside />;
  }
  if (data.length === 0) return <NoFavourites />;
  const shown = available ? data.filter((product) => !isOutOfStock(product)) : data;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-2">
          {t('wishlist.count', { count: shown.length })}
        </p>
        <Chip selected={available} onClick={() => setAvailable(!available)}>
          {t('wishlist.available')}
        </Chip>
      </div>
      {shown.length === 0 ? (
        <p className="py-8 text-center text-ink-2">{t('wishlist.none_available')}</p>
      ) : (
        <>
          <h2 className="sr-only">{t('catalog.products')}</h2>
          <ProductGrid products={shown} first beside />
        </>
      )}
    </>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.wishlist')} skeleton={<ProductGridSkeleton beside />}>
      {() => <Favourites />}
    </AccountPage>
  );
}
