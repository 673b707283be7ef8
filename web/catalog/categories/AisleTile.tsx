/** A category: its name and a pack on its background (docs/ux.md#3.8). The picture has its own light ground. */
import type { Category } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { backdropClass } from '../card/backdrop.ts';
import { PackImage } from '../card/PackImage.tsx';

export function AisleTile({ aisle, eager = false }: { aisle: Category; eager?: boolean }) {
  const t = useT();
  return (
    <div
      className={classNames(
        'group relative aspect-[1/1.12] overflow-hidden rounded-lg lg:rounded-xl',
        backdropClass[aisle.stage],
      )}
    >
      <PackImage
        image={aisle.image}
        alt=""
        sizes="(min-width:64rem) 190px, 46vw"
        width={800}
        height={896}
        eager={eager}
        className="absolute inset-0 size-full object-cover transition-transform duration-200 dark:brightness-90 lg:group-hover:-translate-y-1"
      />
      <LangLink
        to={categoryPath(aisle)}
        className="absolute inset-0 rounded-lg p-2.5 font-display text-sm leading-[1.15] sm:p-3 sm:text-base font-bold text-balance text-[#2b1d14] focus-visible:-outline-offset-2 lg:rounded-xl"
      >
        {aisle.name}
        <span className="block font-sans text-2xs max-sm:sr-only font-semibold text-[#5e4c3f] tabular-nums">
          {t('catalog.results', { count: aisle.products_count })}
        </span>
      </LangLink>
    </div>
  );
}
