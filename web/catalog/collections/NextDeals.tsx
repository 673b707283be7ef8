/** Deals that have not started: price, start, and a button for an alert when they start. */
import type { ShockingDeals } from '@shop/contract/catalog';
import { productPath } from '@shop/core/links/paths';
import { CardAlert } from '../../alerts/CardAlert.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useWhenText } from '../../i18n/use-when-text.ts';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { PackImage, PICTURE_SIZES } from '../card/PackImage.tsx';
import { PriceTag } from '../card/PriceTag.tsx';

export function NextDeals({ deals }: { deals: ShockingDeals['next'] }) {
  const t = useT();
  const when = useWhenText();
  return (
    <section aria-labelledby="deals-next" className="grid gap-3 lg:gap-4">
      <h2 id="deals-next" className="text-lg lg:text-xl">
        {t('collections.coming')}
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 lg:gap-4">
        {deals.map(({ product, deal_price, starts_at }) => (
          <li
            key={product.id}
            className="relative flex flex-wrap items-center gap-3 rounded-xl border border-line bg-surface p-1.5 pe-4 transition-colors lg:hover:border-edge"
          >
            <span
              className={classNames(
                'stage-glow grid size-24 shrink-0 place-items-center rounded-lg',
                BACKDROP_CLASSES[product.stage],
              )}
            >
              <PackImage image={product.image} alt="" sizes={PICTURE_SIZES.thumb} className="w-[88%]" />
            </span>
            <div className="grid min-w-0 flex-[1_1_8rem] grid-cols-1 gap-1 pt-1.5">
              <p className="text-xs font-bold text-deal">{t('collections.starts', { when: when(starts_at) })}</p>
              <h3 className="line-clamp-2 max-3xs:line-clamp-none font-sans text-base leading-[1.3] font-semibold tracking-normal">
                <LangLink to={productPath(product.slug)} className="after:absolute after:inset-0 after:rounded-xl">
                  {product.name}
                </LangLink>
              </h3>
              <PriceTag price={deal_price} was={product.price} size="line" />
              <CardAlert product={product} kind="price-drop" text="alerts.remind" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
