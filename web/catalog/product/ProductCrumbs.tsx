/** Home, root category and category, by the specification's category links (docs/spec.md §2 "Link building"). */
import type { Product } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { homePath } from '@shop/core/links/paths';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';

export function ProductCrumbs({ product: { breadcrumbs, name } }: { product: Product }) {
  const t = useT();
  const categoryCrumbs = breadcrumbs.map((crumb, index) => {
    const ancestors = breadcrumbs.slice(0, index).map(({ slug }) => slug);
    const to = categoryPath({ slug: crumb.slug, ancestors, show_in_brand: false });
    return { key: crumb.id, link: <LangLink to={to}>{crumb.name}</LangLink> };
  });
  const home = { key: 'home', link: <LangLink to={homePath()}>{t('layout.home')}</LangLink> };
  return <Breadcrumbs crumbs={[home, ...categoryCrumbs]} here={name} />;
}
