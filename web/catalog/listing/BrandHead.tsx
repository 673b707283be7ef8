/** Renders the head of a brand's page: wordmark, number of products and categories. */
import { categoryPath } from '@shop/core/links/category-link';
import { brandsPath, homePath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { ScrollRow } from '../../ui/ScrollRow.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PackImage } from '../card/PackImage.tsx';
import { brandCategoriesQuery, brandQuery } from '../catalog-queries.ts';

/** `path` is the page's canonical path. */
export function BrandHead({ id, path }: { id: string; path: string }) {
  const t = useT();
  const lang = useLang();
  const { data: brand } = useQuery(brandQuery(lang, id));
  const { data: categories } = useQuery(brandCategoriesQuery(lang, id));
  if (brand === undefined) return <Skeleton className="h-32 rounded-xl" />;
  return (
    <>
      <Head
        title={brand.name}
        description={t('listing.by_brand', { name: brand.name, count: brand.products_count })}
        path={path}
      />
      <Breadcrumbs
        crumbs={[
          { key: '/', link: <LangLink to={homePath()}>{t('layout.home')}</LangLink> },
          { key: '/brands', link: <LangLink to={brandsPath()}>{t('layout.brands')}</LangLink> },
        ]}
        here={brand.name}
      />
      <div className="flex flex-wrap items-center gap-4">
        <div className="w-28 shrink-0 lg:w-40">
          <PackImage
            image={brand.image}
            alt=""
            sizes="160px"
            width={800}
            height={500}
            eager
            className="aspect-[8/5] w-full rounded-lg bg-sunken object-cover"
          />
        </div>
        <div className="grid min-w-0 flex-[1_1_9rem] grid-cols-1 gap-1">
          <h1 className="text-xl lg:text-3xl">
            <Name>{brand.name}</Name>
          </h1>
          <p className="text-sm text-ink-2 tabular-nums">{t('catalog.results', { count: brand.products_count })}</p>
        </div>
      </div>
      {categories !== undefined && categories.data.length > 1 && (
        <nav aria-label={t('layout.aisles')} className="min-w-0">
          <ScrollRow className="-mx-4 gap-2 px-4 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0 lg:mask-none">
            {categories.data.map((category) => (
              <li key={category.id}>
                {/*
                 * docs/spec.md §2: "A category link with the show_in_brand flag goes to the category view with
                 * brand=id".
                 */}
                <LangLink to={categoryPath(category, brand)} className={chipClass()}>
                  <Name>{category.name}</Name>
                </LangLink>
              </li>
            ))}
          </ScrollRow>
        </nav>
      )}
    </>
  );
}
