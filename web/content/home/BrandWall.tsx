/** Tiles of the brands, each in its own colours. */
import { brandPath, brandsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { PackImage } from '../../catalog/card/PackImage.tsx';
import { brandsQuery } from '../../catalog/catalog-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HomeSection } from './HomeSection.tsx';

const GRID = 'grid grid-cols-3 gap-2.5 sm:grid-cols-4 lg:grid-cols-6 lg:gap-4';

export function BrandWall() {
  const t = useT();
  const query = useQuery(brandsQuery(useLang()));
  return (
    <HomeSection
      id="brands"
      title={t('home.brands')}
      moreLink={{ to: brandsPath(), label: t('home.see_all') }}
      query={query}
      isEmpty={({ data }) => data.length === 0}
      skeleton={
        <div className={GRID}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} className="aspect-[8/5] rounded-lg!" />
          ))}
        </div>
      }
    >
      {({ data }) => (
        <ul className={GRID}>
          {data.map((brand) => (
            <li key={brand.id}>
              <LangLink to={brandPath(brand)} className="press block overflow-hidden rounded-lg bg-sunken">
                <PackImage
                  image={brand.image}
                  alt={brand.name}
                  sizes="(width >= 64rem) 210px, 33vw"
                  width={800}
                  height={500}
                  className="aspect-[8/5] w-full object-cover"
                />
              </LangLink>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
