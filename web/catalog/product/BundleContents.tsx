/** The contents of a bundle, and its saving against the single prices. */
import type { Product } from '@shop/contract/catalog';
import { productPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { PackImage, PICTURE_SIZES } from '../card/PackImage.tsx';
import { useTextLang } from '../card/use-text-lang.ts';
import { optionPath } from '../offer/chosen-option.ts';

export function BundleContents({ product }: { product: Product }) {
  const t = useT();
  const lang = useTextLang(product);
  if (product.bundle_items.length === 0) return null;
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">{t('product.in_bundle')}</h2>
        {product.saving !== null && product.saving > 0 && (
          <Badge>{t('catalog.saving', { amount: formatMoney(product.saving) })}</Badge>
        )}
      </div>
      <ul className="grid gap-2">
        {product.bundle_items.map((item) => (
          <li
            key={`${item.id} ${item.variation_option_id}`}
            className="relative flex items-center gap-3 rounded-lg border border-line bg-surface p-1.5 pe-4"
          >
            <span
              className={classNames(
                'grid size-16 shrink-0 place-items-center rounded-md',
                BACKDROP_CLASSES[item.stage],
              )}
            >
              <PackImage image={item.image} alt="" sizes={PICTURE_SIZES.thumb} className="size-14" />
            </span>
            <LangLink
              to={
                item.variation_option_id === null
                  ? productPath(item.slug)
                  : optionPath(item.slug, item.variation_option_id)
              }
              lang={lang}
              className="min-w-0 flex-1 text-sm font-semibold after:absolute after:inset-0 after:rounded-lg"
            >
              {item.title}
            </LangLink>
            <span className="text-end text-sm tabular-nums">
              <span className="block font-bold">× {item.quantity}</span>
              <bdi className="text-ink-2">{formatMoney(item.price * item.quantity)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
