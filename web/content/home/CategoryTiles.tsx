/** Tiles of eight categories with product pictures, to show the shop's range at once (docs/ux.md#rule-1). */
import type { Category, NavCategory } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { categoriesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { BACKDROP_CLASSES } from '../../catalog/card/backdrop.ts';
import { PackImage } from '../../catalog/card/PackImage.tsx';
import { navCategoriesQuery } from '../../catalog/catalog-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HomeSection } from './HomeSection.tsx';

const MAX_TILES = 8;
/** Narrow phones show six tiles; enlarged text has fewer columns. */
const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(max(4.5rem,22%),1fr))] gap-2.5 max-xs:[&>:nth-child(n+7)]:hidden lg:grid-cols-8 lg:gap-3.5';
const TILE = 'relative aspect-[1/1.2] overflow-hidden rounded-lg lg:rounded-xl';

/** Picks `count` categories: the first child of each root, then the second of each and so on, for variety. */
export function pickCategories(roots: readonly NavCategory[], count: number): Category[] {
  const deepest = Math.max(0, ...roots.map((root) => root.children.length));
  const inTurn = Array.from({ length: deepest }, (_, turn) => roots.map((root) => root.children[turn])).flat();
  return inTurn.filter((category) => category !== undefined).slice(0, count);
}

export function CategoryTiles() {
  const t = useT();
  const query = useQuery(navCategoriesQuery(useLang()));
  const count = query.data?.data.reduce((sum, root) => sum + root.children.length, 0) ?? 0;
  return (
    <HomeSection
      id="aisles"
      title={t('home.aisles')}
      moreLink={{ to: categoriesPath(), label: t('home.all_aisles', { count }) }}
      query={query}
      isEmpty={({ data }) => data.length === 0}
      skeleton={
        <div className={GRID}>
          {Array.from({ length: MAX_TILES }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change places
            <Skeleton key={index} className={classNames(TILE, 'rounded-lg! lg:rounded-xl!')} />
          ))}
        </div>
      }
    >
      {({ data }) => (
        <ul className={GRID}>
          {pickCategories(data, MAX_TILES).map((category) => (
            <li key={category.id} className={classNames(TILE, BACKDROP_CLASSES[category.stage], 'flex flex-col')}>
              <LangLink
                to={categoryPath(category)}
                className="px-1.5 pt-2 font-display text-2xs leading-[1.15] font-bold text-balance after:absolute after:inset-0 lg:px-3 lg:pt-3 lg:text-base"
              >
                <span className="line-clamp-3">
                  <Name>{category.name}</Name>
                </span>
              </LangLink>
              <PackImage
                image={category.image}
                alt=""
                sizes="(width >= 64rem) 150px, 25vw"
                width={800}
                height={896}
                className="min-h-0 w-full flex-1 object-cover object-bottom"
              />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
