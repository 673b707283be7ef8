/** Shows a product's maximum, "At most 6 in one order", and the limit of bulky items. The stepper shows the minimum. */
import type { ProductRow } from '@shop/contract/catalog';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';

export function LimitNotes({ product }: { product: ProductRow }) {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const { max_sale_qty: max, bulky } = product;
  const bulkyMax = settings?.bulky_max ?? null;
  const notes = [
    max > 0 && t('product.at_most', { count: max }),
    bulky && bulkyMax !== null && t('product.bulky', { max: bulkyMax }),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return <p className="text-sm text-ink-2">{notes.join(' · ')}</p>;
}
