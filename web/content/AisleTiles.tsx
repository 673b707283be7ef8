/** Tiles of eight aisles with product pictures, to show the shop's range at once (docs/ux.md#rule-1). */
import type { Category, NavCategory } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { categoriesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { backdropClass } from '../catalog/card/backdrop.ts';
import { PackImage } from '../catalog/card/PackImage.tsx';
import { navCategoriesQuery } from '../catalog/catalog-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { HomeSection } from './HomeSection.tsx';

const SHOWN = 8;
/** Narrow phones show six. */
const GRID = 'grid grid-cols-4 gap-2.5 max-xs:grid-cols-3 max-xs:[&>:nth-child(n+7)]:hidden lg:grid-cols-8 lg:gap-3.5';
const TILE = 'relative aspect-[1/1.12] overflow-hidden rounded-lg lg:rounded-xl';

/** Picks the first aisle of each root category, then the second of each, until there are enough, for variety. */
export function aislesAcross(roots: readonly NavCategory[], count: number): Category[] {
  const deepest = Math.max(0, ...roots.map((root) => root.children.length));
  const inTurn = Array.from({ length: deepest }, (_, turn) => roots.map((root) => root.children[turn])).flat();
  return inTurn.filter((aisle) => aisle !== undefined).slice(0, count);
}

export function AisleTiles() {
  const t = useT();
  const query = useQuery(navCategoriesQuery(useLang()));
  const count = query.data?.data.reduce((sum, root) => sum + root.children.length, 0) ?? 0;
  return (
    <HomeSection
      id="aisles"
      title={t('home.aisles')}
      more={{ to: categoriesPath(), label: t('home.all_aisles', { count }) }}
      query={query}
      isEmpty={({ data }) => data.length === 0}
      skeleton={
        <div className={GRID}>
          {Array.from({ length: SHOWN }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without content
            <Skeleton key={index} className={classNames(TILE, 'rounded-lg! lg:rounded-xl!')} />
          ))}
        </div>
      }
    >
      {({ data }) => (
        <ul className={GRID}>
          {aislesAcross(data, SHOWN).map((aisle) => (
            <li key={aisle.id} className={classNames(TILE, backdropClass[aisle.stage], 'group stage-glow')}>
              <PackImage
                image={aisle.image}
                alt=""
                sizes="(width >= 64rem) 150px, 25vw"
                width={800}
                height={896}
                className="absolute inset-0 size-full object-cover dark:brightness-90"
              />
              <LangLink
                to={categoryPath(aisle)}
                className="absolute inset-0 px-1.5 py-2 font-display text-2xs leading-[1.15] font-bold text-balance text-[#2b1d14] lg:p-3 lg:text-base"
              >
                {aisle.name}
              </LangLink>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
