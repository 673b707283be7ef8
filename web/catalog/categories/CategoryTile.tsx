/** A category: its name above its picture, on its backdrop (docs/ux.md#3.8). */
import type { Category } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { PackImage } from '../card/PackImage.tsx';

export function CategoryTile({ category, eager = false }: { category: Category; eager?: boolean }) {
  const t = useT();
  return (
    <div
      className={classNames(
        'relative flex aspect-[1/1.2] flex-col overflow-hidden rounded-lg lg:rounded-xl',
        BACKDROP_CLASSES[category.stage],
      )}
    >
      <LangLink
        to={categoryPath(category)}
        className="px-2.5 pt-2.5 font-display text-sm leading-[1.15] font-bold text-balance after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus sm:px-3 sm:pt-3 sm:text-base lg:after:rounded-xl"
      >
        <span className="line-clamp-3">
          <Name>{category.name}</Name>
        </span>
        <span className="block font-sans text-2xs font-semibold text-ink-2 tabular-nums max-sm:sr-only">
          {t('catalog.results', { count: category.products_count })}
        </span>
      </LangLink>
      <PackImage
        image={category.image}
        alt=""
        sizes="(min-width:64rem) 190px, 46vw"
        width={800}
        height={896}
        eager={eager}
        className="min-h-0 w-full flex-1 object-cover object-bottom"
      />
    </div>
  );
}
