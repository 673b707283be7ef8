/** Shows a drawing, waiting offers and up to four best sellers in place of an empty cart. */
import { productsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
// Inline, because the drawer also opens without a network.
import emptySack from '../../art/sack-empty.svg?inline';
import { bestSellersQuery } from '../../catalog/catalog-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { useSpendText } from '../../loyalty/vouchers/voucher-texts.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useCart } from '../use-cart.ts';
import { SuggestedProduct } from './SuggestedProduct.tsx';

const MAX_SUGGESTIONS = 4;

export function EmptyCart() {
  const t = useT();
  const spend = useSpendText();
  const { data } = useQuery(bestSellersQuery(useLang()));
  const offers = useCart((state) => state.cart)?.waiting_offers ?? [];
  const suggestions = data?.data.filter((product) => !product.out_of_stock).slice(0, MAX_SUGGESTIONS) ?? [];
  return (
    <>
      <EmptyState
        art={emptySack}
        title={t('cart.empty_title')}
        level={3}
        action={
          <LangLink to={productsPath()} className={buttonClass()}>
            {t('cart.empty_action')}
          </LangLink>
        }
      >
        {t('cart.empty_text')}
      </EmptyState>
      {offers.map(({ id, name, kind, value, conditions, min_spend }) => (
        <p key={id} className="mb-4 grid gap-1 rounded-lg bg-kunyit-50 p-4 text-coin-ink">
          <strong>{t('cart.waiting', { offer: name })}</strong>
          <span className="text-sm">
            {[...(kind === 'percentage' ? [] : [value]), ...conditions, spend({ min_spend })].join(' · ')}
          </span>
        </p>
      ))}
      {suggestions.length > 0 && (
        <section className="grid gap-1 border-t border-line pt-4">
          <h3 className="text-md">{t('cart.best_sellers')}</h3>
          <ul>
            {suggestions.map((product) => (
              <SuggestedProduct key={product.id} product={product} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
