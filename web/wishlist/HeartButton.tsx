/**
 * Adds a product to favourites or removes it (docs/spec.md §4 "A product can be added to or removed from favourites.").
 * Signed out it opens the sign-in sheet, and adds the product afterwards.
 */
import type { ProductRow } from '@shop/contract/catalog';
import { useEffect } from 'react';
import { isSignedIn, useTokenScope } from '../api/tokens.ts';
import { useT } from '../i18n/MessagesProvider.tsx';
import { openModal } from '../modals/modal-store.ts';
import { wantedFavourite } from '../storage.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useChangeFavourite, useIsFavourite } from './wishlist-queries.ts';

type HeartButtonProps = { product: ProductRow; look?: 'card' | 'page' };

/** Adds the product after signing in, if the shopper tapped its heart before, once. */
function useAddAfterSignIn(product: ProductRow, add: () => void): void {
  const scope = useTokenScope();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sign-in; `add` is new at every render
  useEffect(() => {
    if (scope === 'guest' || wantedFavourite.read() !== product.id) return;
    wantedFavourite.remove();
    add();
  }, [scope, product.id]);
}

export function HeartButton({ product, look = 'card' }: HeartButtonProps) {
  const t = useT();
  const isFavourite = useIsFavourite(product.id);
  const change = useChangeFavourite();
  const isHydrated = useHydrated();
  useAddAfterSignIn(product, () => void change(product, true));
  return (
    <button
      type="button"
      // A tap before hydration would be lost.
      disabled={!isHydrated}
      aria-pressed={isFavourite}
      aria-label={`${t('wishlist.add')}: ${product.name}`}
      title={t(isFavourite ? 'wishlist.remove' : 'wishlist.add')}
      onClick={() => {
        if (isSignedIn()) {
          void change(product, !isFavourite);
          return;
        }
        wantedFavourite.write(product.id);
        openModal('SIGN_IN', null, { onCancel: wantedFavourite.remove });
      }}
      className={classNames(
        'press group/heart grid size-11 shrink-0 place-items-center rounded-pill',
        look === 'page' && 'border border-line bg-surface hover:border-edge',
      )}
    >
      <span
        className={classNames(
          'grid size-8 place-items-center rounded-pill',
          look === 'card' && 'bg-surface/85 group-hover/heart:bg-surface',
          isFavourite ? 'text-deal' : 'text-ink-2',
        )}
      >
        <Icon name={isFavourite ? 'heart-fill' : 'heart'} className="size-5" />
      </span>
    </button>
  );
}
