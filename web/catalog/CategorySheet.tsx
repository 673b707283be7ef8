/** The aisles as a bottom sheet (spec §2 modal view "category view"). */
import { categoryPath } from '@shop/core/links/category-link';
import { useQuery } from '@tanstack/react-query';
import { useLang } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { classNames } from '../ui/class-names.ts';
import { navCategoriesQuery } from './catalog-queries.ts';
import { PackImage } from './PackImage.tsx';
import { stageClass } from './stage.ts';

export function CategorySheet() {
  const { data } = useQuery(navCategoriesQuery(useLang()));
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {data?.data
        .flatMap((root) => root.children)
        .map((aisle) => (
          <li key={aisle.id}>
            <LangLink
              to={categoryPath(aisle)}
              className={classNames('flex min-h-20 items-center gap-2 rounded-lg p-2', stageClass[aisle.stage])}
            >
              <PackImage image={aisle.image} alt="" sizes="56px" className="size-14" />
              <span className="flex-1 text-sm font-semibold">{aisle.name}</span>
            </LangLink>
          </li>
        ))}
    </ul>
  );
}
