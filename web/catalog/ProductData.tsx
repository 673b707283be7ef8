/** The product and its place in the shop for search engines, as schema.org describes them; data that no browser runs. */
import type { Product } from '@shop/contract/catalog';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { productPath, withLang } from '@shop/core/links/paths';
import { senToText } from '@shop/core/money';
import { useLang, useOrigin } from '../i18n/shop-words.tsx';
import { toScriptJson } from '../page-state.ts';
import { offerPrice } from './card-facts.ts';

export function ProductData({ product }: { product: Product }) {
  const lang = useLang();
  const origin = useOrigin();
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    image: [`${origin}${product.og_image}`],
    description: plainText(product.description),
    ...(product.brand !== null && { brand: { '@type': 'Brand', name: product.brand.name } }),
    category: product.breadcrumbs.map(({ name }) => name).join(' > '),
    offers: {
      '@type': 'Offer',
      url: `${origin}${withLang(productPath(product.slug), lang)}`,
      priceCurrency: 'MYR',
      price: senToText(offerPrice(product).price),
      availability: `https://schema.org/${isOutOfStock(product) ? 'OutOfStock' : 'InStock'}`,
    },
  };
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element
      dangerouslySetInnerHTML={{ __html: toScriptJson(data) }}
    />
  );
}

/** As much of a text as a result's second line shows. */
const MAX_DESCRIPTION = 160;

/** Sanitised HTML without its tags, shortened at a word. */
export function plainText(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= MAX_DESCRIPTION) return text;
  const cut = text.slice(0, MAX_DESCRIPTION);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_DESCRIPTION - 30))}…`;
}
