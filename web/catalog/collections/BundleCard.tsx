/** A bundle on a wide card (docs/ux.md#2.4): its packs, contents, price and saving. */
import type { Bundle } from '@shop/contract/catalog';
import { productPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { LazyCardAlert } from '../../alerts/LazyCardAlert.ts';
import { AddToCartButton } from '../../cart/add/AddToCartButton.tsx';
import { LazyRefusalText } from '../../cart/add/LazyRefusalText.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { toCardPrice } from '../card/card-facts.ts';
import { PackImage } from '../card/PackImage.tsx';
import { PriceTag } from '../card/PriceTag.tsx';
import { useTextLang } from '../card/use-text-lang.ts';

const BADGE = 'absolute start-2 top-2 z-3 max-w-[calc(100%-1rem)]';

/** The positions of three fanned-out packs, the first in front. */
const FAN = ['z-2 rotate-0', 'z-1 -translate-x-[36%] -rotate-8', 'z-1 translate-x-[36%] rotate-8'];

type BundleCardProps = { bundle: Bundle; eager?: boolean };

export function BundleCard({ bundle, eager = false }: BundleCardProps) {
  const t = useT();
  const textLang = useTextLang(bundle);
  const { bundle_items: items } = bundle;
  return (
    <article className="group relative flex h-full flex-wrap rounded-xl border border-line bg-surface transition-colors lg:hover:border-edge">
      <div
        className={classNames(
          'stage-glow relative m-1.5 grid flex-[1_0_8.5rem] place-items-center overflow-hidden rounded-[17px] py-3 sm:w-52 sm:flex-none',
          BACKDROP_CLASSES[bundle.stage],
        )}
      >
        <span
          className={classNames(
            'grid w-full place-items-center transition-transform duration-200 lg:group-hover:-translate-y-1',
            bundle.out_of_stock && 'opacity-55',
          )}
        >
          {items.slice(0, FAN.length).map((item, index) => (
            <PackImage
              key={item.id}
              image={item.image}
              alt=""
              sizes="(width >= 40rem) 130px, 90px"
              eager={eager}
              className={classNames('[grid-area:1/1] w-[62%]', FAN[index])}
            />
          ))}
        </span>
        {bundle.out_of_stock ? (
          <Badge look="ink" className={BADGE}>
            <LazyRefusalText refused={{ code: 'cart.sold_out' }} />
          </Badge>
        ) : (
          bundle.saving !== null && (
            <Badge className={BADGE}>{t('catalog.saving', { amount: formatMoney(bundle.saving) })}</Badge>
          )
        )}
      </div>
      <div className="flex min-w-0 flex-[2_1_9rem] flex-col gap-1.5 p-3 lg:p-4">
        <h3 className="text-wrap font-sans text-[1rem] leading-tight font-semibold tracking-normal lg:text-md">
          <LangLink
            to={productPath(bundle.slug)}
            lang={textLang}
            className="after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {bundle.name}
          </LangLink>
        </h3>
        <ul className="text-xs text-ink-2">
          {items.map((item) => (
            <li key={item.id}>
              {item.quantity > 1 && `${item.quantity} × `}
              {item.name}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-1">
          <div className="min-w-0 flex-[1_1_5.5rem]">
            <PriceTag {...toCardPrice(bundle)} />
          </div>
          <div className="relative z-10">
            <AddToCartButton product={bundle} size="card" />
          </div>
        </div>
        {bundle.out_of_stock && <LazyCardAlert product={bundle} kind="back-in-stock" />}
      </div>
    </article>
  );
}
