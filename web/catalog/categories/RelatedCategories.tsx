/** Links from a category to its children, or to its siblings if it has none. The links have the listing's filters. */
import type { Category } from '@shop/contract/catalog';
import { type ListState, refineListState } from '@shop/core/links/list-state';
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { ScrollRow } from '../../ui/ScrollRow.tsx';
import { childCategoriesQuery } from '../catalog-queries.ts';
import type { PathBuilder } from '../listing/listing-query.ts';

/** Returns the category with its children, or its parent with the siblings if it is a leaf; null without either. */
function useFamily(category: Category): { head: { slug: string; name: string }; children: Category[] } | null {
  const lang = useLang();
  const childCategories = useQuery(childCategoriesQuery(lang, category.slug)).data?.data ?? [];
  const { parent } = category;
  const { data: siblings } = useQuery({
    ...childCategoriesQuery(lang, parent?.slug ?? ''),
    enabled: childCategories.length === 0 && parent !== null,
  });
  if (childCategories.length > 0) return { head: category, children: childCategories };
  return parent === null || siblings === undefined ? null : { head: parent, children: siblings.data };
}

type RelatedCategoriesProps = { category: Category; listing: ListState; buildPath: PathBuilder };

export function RelatedCategories({ category, listing, buildPath }: RelatedCategoriesProps) {
  const t = useT();
  const family = useFamily(category);
  if (family === null || family.children.length === 0) return null;
  const { head, children } = family;
  const isOwn = head.slug === category.slug;
  const headAncestors = isOwn ? category.ancestors : category.ancestors.slice(0, -1);
  return (
    <nav aria-label={t('layout.all_in', { name: head.name })} className="min-w-0">
      <ScrollRow className="-mx-4 gap-2 px-4 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0 lg:mask-none">
        {[{ ...head, ancestors: headAncestors }, ...children].map((each) => (
          <li key={each.slug}>
            <LangLink
              to={buildPath(refineListState(listing, { categories: [...each.ancestors, each.slug] }))}
              aria-current={each.slug === category.slug ? 'page' : undefined}
              className={chipClass(each.slug === category.slug)}
            >
              {each.slug === head.slug ? t('layout.all_in', { name: head.name }) : <Name>{each.name}</Name>}
            </LangLink>
          </li>
        ))}
      </ScrollRow>
    </nav>
  );
}
