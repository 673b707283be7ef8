/** The modal view after "buy again": the items of which fewer or more units than ordered were added, and why. */
import { lineKey } from '@shop/core/cart/cart';
import { useCart } from '../../cart/use-cart.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import type { BuyAgainData } from '../../modals/modal-data.ts';
import { closeModal, confirmModal, openModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';

export function SkippedItems({ data: { outcome, added, skipped } }: { data: BuyAgainData }) {
  const t = useT();
  return (
    <div className="grid gap-4">
      <p>{t(`orders.again_${outcome}`, { count: added })}</p>
      <ul className="grid gap-3">
        {skipped.map((item) => (
          <li key={lineKey(item)} className="border-t border-line pt-3 first:border-0 first:pt-0">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {item.name}
              {item.variant !== null && <span className="font-normal text-ink-3"> {item.variant}</span>}
            </p>
            <p className="text-sm text-danger">{item.reason}</p>
            {item.added > 0 && (
              <p className="text-sm text-ink-2">
                {t(item.added > item.ordered ? 'orders.again_more' : 'orders.again_units', {
                  added: item.added,
                  ordered: item.ordered,
                })}
              </p>
            )}
            {item.is_sold_out && (
              <Button
                kind="quiet"
                size="compact"
                className="px-0"
                aria-label={t('cart.similar_to', { name: item.name })}
                onClick={() => openModal('SIMILAR_PRODUCTS', { slug: item.slug })}
              >
                {t('catalog.see_similar')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {added > 0 && (
          <Button
            onClick={() => {
              confirmModal();
              // Opens the drawer once the dialog's history entry is gone, because going back then would close it.
              useCart.setState({ opensOnArrival: true });
            }}
          >
            {t('checkout.open_cart')}
          </Button>
        )}
        <Button kind="secondary" onClick={closeModal}>
          {t('ui.close')}
        </Button>
      </div>
    </div>
  );
}
