/** /my-account/wishlist: My Favourite. A product is removed at once, and an undo button takes its place. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AccountPage } from '../account/AccountFrame.tsx';
import { useTokenScope } from '../api/tokens.ts';
import { ProductCard } from '../catalog/card/ProductCard.tsx';
import { ProductGridSkeleton, pickGridClasses } from '../catalog/card/ProductGrid.tsx';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { type Favourite, favouritesQuery, useChangeFavourite } from './wishlist-queries.ts';

const NoFavourites = lazyHydrated(() => import('./NoFavourites.tsx').then((file) => file.NoFavourites));

const HEAD_CLASSES = 'flex flex-wrap items-center justify-between gap-3';

/** Number of cards in the first row of the widest grid, whose pictures load eagerly. */
const FIRST_ROW_CARDS = 4;

/** Offers undo in place of a removed favourite, as in the cart (docs/ux.md#rule-18, docs/ux.md#rule-38). */
function RemovedFavourite({ product }: { product: Favourite }) {
  const t = useT();
  const change = useChangeFavourite();
  return (
    <div className="grid h-full min-h-44 content-center justify-items-center gap-2 rounded-xl border border-dashed border-edge p-4 text-center text-sm text-ink-2">
      <p>{t('cart.removed', { name: product.name })}</p>
      <Button kind="quiet" size="compact" onClick={() => void change(product, true)}>
        {t('cart.undo')}
      </Button>
    </div>
  );
}

/** Shows a favourite, or the undo button after its removal. If the focused one is replaced, focuses its replacement. */
function FavouriteItem({ product, isFavourite, eager }: { product: Favourite; isFavourite: boolean; eager: boolean }) {
  const item = useRef<HTMLLIElement>(null);
  const wasFavourite = useRef(isFavourite);
  useEffect(() => {
    if (wasFavourite.current === isFavourite) return;
    wasFavourite.current = isFavourite;
    // The focused heart or undo button was removed.
    if (document.activeElement === document.body)
      item.current
        ?.querySelector<HTMLElement>(isFavourite ? 'button[aria-pressed]' : 'button')
        ?.focus({ preventScroll: true });
  }, [isFavourite]);
  return (
    <li ref={item}>
      {isFavourite ? (
        <ProductCard product={product} eager={eager} withPriceAlert />
      ) : (
        <RemovedFavourite product={product} />
      )}
    </li>
  );
}

/** Lists every favourite since the page was opened, so that removed ones stay in place. */
function useRetainedList(favourites: readonly Favourite[]): readonly Favourite[] {
  const [retainedList, setRetainedList] = useState(favourites);
  const newFavourites = favourites.filter(({ id }) => retainedList.every((each) => each.id !== id));
  if (newFavourites.length === 0)
    return retainedList.map((each) => favourites.find(({ id }) => id === each.id) ?? each);
  const all = [...newFavourites, ...retainedList];
  setRetainedList(all);
  return all;
}

function FavouriteCards({ favourites }: { favourites: readonly Favourite[] }) {
  const t = useT();
  const [onlyAvailable, setOnlyAvailable] = useState(false);
  const retainedList = useRetainedList(favourites);
  const shownFavourites = onlyAvailable ? retainedList.filter((product) => !product.out_of_stock) : retainedList;
  const remainingFavourites = shownFavourites.filter((product) => favourites.includes(product));
  if (retainedList.length === 0) return <NoFavourites />;
  return (
    <>
      <div className={HEAD_CLASSES}>
        <p role="status" className="text-ink-2">
          {t('wishlist.count', { count: remainingFavourites.length })}
        </p>
        <Chip selected={onlyAvailable} onClick={() => setOnlyAvailable(!onlyAvailable)}>
          {t('wishlist.available')}
        </Chip>
      </div>
      {shownFavourites.length === 0 ? (
        <p className="py-8 text-center text-ink-2">{t('wishlist.none_available')}</p>
      ) : (
        <>
          <h2 className="sr-only">{t('catalog.products')}</h2>
          <ul className={pickGridClasses(true)}>
            {shownFavourites.map((product, index) => (
              <FavouriteItem
                key={product.id}
                product={product}
                isFavourite={remainingFavourites.includes(product)}
                eager={index < FIRST_ROW_CARDS}
              />
            ))}
          </ul>
        </>
      )}
      {favourites.length === 0 && <NoFavourites />}
    </>
  );
}

/** Skeleton of the count, the filter and the cards. */
function FavouritesSkeleton() {
  return (
    <>
      <div className={HEAD_CLASSES} aria-hidden>
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-10 w-40 rounded-pill" />
      </div>
      <ProductGridSkeleton isBesideColumn />
    </>
  );
}

function FavouriteList() {
  const lang = useLang();
  const { data, isError, refetch } = useQuery(favouritesQuery(lang, useTokenScope()));
  if (data !== undefined) return <FavouriteCards key={lang} favourites={data} />;
  return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <FavouritesSkeleton />;
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.wishlist')} skeleton={<FavouritesSkeleton />}>
      {(me) => <FavouriteList key={me.id} />}
    </AccountPage>
  );
}
