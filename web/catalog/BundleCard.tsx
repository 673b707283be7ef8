/** A bundle on a wide card (ux.md 2.4): its packs fanned out, what it holds, its price, what it saves. */
import type { ProductRow } from '@shop/contract/catalog';
import { productPath } from '@shop/core/links/paths';
import { AddToCartButton } from '../cart/AddToCartButton.tsx';
import { LangLink } from '../links.tsx';
import { classNames } from '../ui/class-names.ts';
import { cardPrice } from './card-facts.ts';
import { PackImage } from './PackImage.tsx';
import { PriceTag } from './PriceTag.tsx';
import { stageClass } from './stage.ts';
import { useTextLang } from './text-lang.ts';

export function BundleCard({ bundle, eager = false }: { bundle: ProductRow; eager?: boolean }) {
  const textLang = useTextLang(bundle);
  return (
    <article className="group relative flex h-full rounded-xl border border-line bg-surface transition-colors lg:hover:border-edge">
      <div
        className={classNames(
          'stage-glow m-1.5 grid w-36 shrink-0 place-items-center overflow-hidden rounded-[17px] sm:w-52',
          stageClass[bundle.stage],
        )}
      >
        <PackImage
          image={bundle.image}
          alt=""
          sizes="(width >= 40rem) 208px, 144px"
          eager={eager}
          className={classNames(
            'w-full transition-transform duration-200 lg:group-hover:-translate-y-1',
            bundle.out_of_stock && 'opacity-55',
          )}
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 p-3 lg:p-4">
        <h3 className="font-sans text-[1rem] leading-tight font-semibold tracking-normal lg:text-md">
          <LangLink
            to={productPath(bundle.slug)}
            lang={textLang}
            className="after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {bundle.name}
          </LangLink>
        </h3>
        {bundle.variant !== null && <p className="text-xs text-ink-3">{bundle.variant}</p>}
        <div className="mt-auto flex items-end justify-between gap-2 pt-1">
          <PriceTag {...cardPrice(bundle)} />
          <div className="relative z-10">
            <AddToCartButton product={bundle} size="card" />
          </div>
        </div>
      </div>
    </article>
  );
}
