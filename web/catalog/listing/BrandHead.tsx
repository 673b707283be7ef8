/** The head of a brand's page: its wordmark, how much of it there is, and the aisles that hold it. */
import { categoryPath } from '@shop/core/links/category-link';
import { brandsPath, homePath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PackImage } from '../card/PackImage.tsx';
import { brandCategoriesQuery, brandQuery } from '../catalog-queries.ts';

/** `path` is the page's one address. */
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
      <div className="flex items-center gap-4">
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
        <div className="grid gap-1">
          <h1 className="text-xl lg:text-3xl">{brand.name}</h1>
          <p className="text-sm text-ink-2 tabular-nums">{t('catalog.results', { count: brand.products_count })}</p>
        </div>
      </div>
      {categories !== undefined && categories.data.length > 1 && (
        <nav aria-label={t('layout.aisles')} className="min-w-0">
          <ul className="rail -mx-4 gap-2 px-4 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0">
            {categories.data.map((category) => (
              <li key={category.id}>
                {/* docs/spec.md §2: "A category link with the show_in_brand flag goes to the category view with brand=id". */}
                <LangLink to={categoryPath(category, brand)} className={chipClass()}>
                  {category.name}
                </LangLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
