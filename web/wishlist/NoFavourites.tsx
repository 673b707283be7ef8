/** Shows that the wishlist is empty, with the best sellers to begin one. */
import { bestSellersPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import wavingSack from '../art/sack-gift.svg?no-inline';
import { ProductRail } from '../catalog/card/ProductRail.tsx';
import { bestSellersQuery } from '../catalog/catalog-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

export function NoFavourites() {
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
