/** Bundles as wide cards: packs fanned out, what is in it, one price. */
import { askedPrice } from '@shop/core/catalog/price';
import { productPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { bundlesQuery } from '../catalog/catalog-queries.ts';
import { PackImage } from '../catalog/PackImage.tsx';
import { PriceTag } from '../catalog/PriceTag.tsx';
import { stageClass } from '../catalog/stage.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { HomeSection } from './HomeSection.tsx';

const GRID = 'rail -mx-4 gap-3 scroll-px-4 px-4 pb-1 lg:mx-0 lg:grid lg:grid-cols-3 lg:gap-4 lg:px-0';
const CARD = 'w-[300px] shrink-0 snap-start rounded-xl border border-line bg-surface lg:w-auto';

/** Two rows of three on desktops. */
const SHOWN = 6;

export function BundleCards() {
  const t = useT();
  const query = useQuery(bundlesQuery(useLang()));
  return (
    <HomeSection
      id="bundles"
      title={t('home.bundles')}
      query={query}
      isEmpty={({ data }) => data.length === 0}
      skeleton={
        <div className={GRID}>
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className={classNames(CARD, 'h-[156px] rounded-xl!')} />
          ))}
        </div>
      }
    >
      {({ data }) => (
        <ul className={GRID}>
          {data.slice(0, SHOWN).map((bundle) => (
            <li key={bundle.id} className={classNames(CARD, 'group relative flex lg:hover:border-edge')}>
              <div
                className={classNames(
                  'stage-glow m-1.5 grid w-36 shrink-0 place-items-center rounded-[17px]',
                  stageClass[bundle.stage],
                )}
              >
                <PackImage
                  image={bundle.image}
                  alt=""
                  sizes="144px"
                  className="w-full transition-transform duration-200 lg:group-hover:-translate-y-1"
                />
              </div>
              <div className="flex flex-1 flex-col justify-center gap-1.5 p-3">
                <h3 className="font-sans text-[1rem] leading-tight font-semibold tracking-normal">
                  <LangLink to={productPath(bundle.slug)} className="after:absolute after:inset-0 after:rounded-xl">
                    {bundle.name}
                  </LangLink>
                </h3>
                {bundle.variant !== null && <p className="text-xs text-ink-3">{bundle.variant}</p>}
                <PriceTag price={askedPrice(bundle)} was={bundle.price} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
