/** Shows a product's purchase limits beside the button. */
import type { ProductRow } from '@shop/contract/catalog';
import { useT } from '../../i18n/MessagesProvider.tsx';

/** "At most 6 in one order" and bulky items. The stepper shows the minimum. */
export function LimitNotes({ product }: { product: ProductRow }) {
  const t = useT();
  const { max_sale_qty: max, bulky } = product;
  const notes = [max > 0 && t('product.at_most', { count: max }), bulky && t('product.bulky')].filter(
    (note) => note !== false,
  );
  if (notes.length === 0) return null;
  return <p className="text-sm text-ink-2">{notes.join(' · ')}</p>;
}
