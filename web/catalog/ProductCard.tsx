/** A product on the shelf (ux.md 2.4): picture, price, name, size, one deal line. The whole card is one link. */
import type { ProductRow } from '@shop/contract/catalog';
import { askedPrice } from '@shop/core/catalog/price';
import { productPath } from '@shop/core/links/paths';
import { useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { Badge } from '../ui/Chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { PackImage } from './PackImage.tsx';
import { PriceTag } from './PriceTag.tsx';
import { stageClass } from './stage.ts';

type ProductCardProps = {
  product: ProductRow;
  /** In the first row of a page: its picture is loaded at once. */
  eager?: boolean;
};

const SIZES = '(min-width:80rem) 240px, (min-width:40rem) 30vw, 46vw';

export function ProductCard({ product, eager = false }: ProductCardProps) {
  const t = useT();
  return (
    <article className="group relative flex h-full flex-col rounded-xl border border-line bg-surface lg:hover:border-edge">
      <div
        className={classNames(
          'stage-glow relative m-1.5 grid aspect-square place-items-center overflow-hidden rounded-[17px]',
          stageClass[product.stage],
        )}
      >
        <PackImage
          image={product.image}
          alt=""
          sizes={SIZES}
          eager={eager}
          className="w-[94%] transition-transform duration-200 lg:group-hover:-translate-y-1"
        />
        {product.discount_percent !== null && (
          <Badge className="absolute start-2 top-2">−{product.discount_percent}%</Badge>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 px-2.5 pt-1 pb-3 lg:px-3.5 lg:pb-3.5">
        <PriceTag price={askedPrice(product)} was={product.price} />
        <h3 className="line-clamp-2 min-h-[2.6em] font-sans text-base leading-[1.3] font-semibold tracking-normal">
          <LangLink to={productPath(product.slug)} className="after:absolute after:inset-0 after:rounded-xl">
            {product.name}
          </LangLink>
        </h3>
        {product.variant !== null && <p className="text-xs text-ink-3">{product.variant}</p>}
        {product.is_new && <span className="sr-only">{t('catalog.new')}</span>}
      </div>
    </article>
  );
}
