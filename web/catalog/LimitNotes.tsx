/** What limits a purchase, said beside the button. */
import type { Product } from '@shop/contract/catalog';
import { useT } from '../i18n/shop-words.tsx';

/** "At most 6 in one order", bulky: what limits the quantity, before it is met. The button says the minimum itself. */
export function LimitNotes({ product }: { product: Product }) {
  const t = useT();
  const { max_sale_qty: max, bulky, type } = product;
  const notes = [
    max > 0 && t('product.at_most', { count: max }),
    bulky && t('product.bulky'),
    type === 'voucher' && t('product.voucher_later'),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return <p className="text-sm text-ink-2">{notes.join(' · ')}</p>;
}
