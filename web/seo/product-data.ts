/** Products as schema.org items, with the fields that merchant listings require (docs/partners.md#9). */

import type { Product, VariationOption } from '@shop/contract/catalog';
import { isBarcode } from '@shop/core/catalog/barcode';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { categoryPath } from '@shop/core/links/category-link';
import { informationPath, productPath } from '@shop/core/links/paths';
import { CURRENCY, type Sen, senToText } from '@shop/core/money';
import { type OfferPrices, toOfferPrice } from '../catalog/card/card-facts.ts';
import { toPlainText } from '../catalog/product/plain-text.ts';
import { buildBreadcrumbs, listResponses, type PageData, type SchemaObject, toAbsoluteUrl } from './page-data.ts';

const IN_STOCK = 'https://schema.org/InStock';
const SOLD_OUT = 'https://schema.org/OutOfStock';

const toRinggitText = (sen: Sen) => senToText(sen);

/**
 * Builds the shipping and return policy of an offer. Leaves out the fee of a bulky product, which depends on the
 * destination.
 */
function buildTerms(page: PageData, product: Product): object {
  const [settings] = listResponses(page, 'content.settings');
  const delivery = product.bulky ? null : settings?.standard_delivery;
  return {
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'MY',
      merchantReturnLink: toAbsoluteUrl(page, informationPath('returnPolicy')),
    },
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'MY' },
      ...(delivery && {
        shippingRate: { '@type': 'MonetaryAmount', maxValue: toRinggitText(delivery.fee), currency: CURRENCY },
      }),
    },
  };
}

/** Builds an offer at the current price; a sale has its end date. */
function buildOffer(
  page: PageData,
  product: Product,
  offer: OfferPrices & Pick<Product, 'sale_ends_at'>,
  isSoldOut: boolean,
): SchemaObject {
  const { price } = toOfferPrice(offer);
  const isOnSale = offer.sale_price !== null && offer.sale_ends_at !== null && price === offer.sale_price;
  return {
    '@type': 'Offer',
    url: toAbsoluteUrl(page, productPath(product.slug)),
    priceCurrency: CURRENCY,
    price: toRinggitText(price),
    ...(isOnSale && { priceValidUntil: offer.sale_ends_at }),
    availability: isSoldOut ? SOLD_OUT : IN_STOCK,
    itemCondition: 'https://schema.org/NewCondition',
    ...buildTerms(page, product),
  };
}

const buildOptionOffer = (page: PageData, product: Product, option: VariationOption): SchemaObject => ({
  ...buildOffer(page, product, option, isOutOfStock(product, option.id)),
  name: `${product.name} ${option.title}`,
  sku: `${product.id}-${option.id}`,
  image: new URL(option.image.original, page.origin).href,
});

/** Builds the single offer, or all options with the lowest and highest price. */
function buildOffers(page: PageData, product: Product): SchemaObject {
  const options = product.variation_options;
  if (options.length === 0) return buildOffer(page, product, product, isOutOfStock(product));
  const prices = options.map((option) => toOfferPrice(option).price);
  return {
    '@type': 'AggregateOffer',
    url: toAbsoluteUrl(page, productPath(product.slug)),
    priceCurrency: CURRENCY,
    lowPrice: toRinggitText(Math.min(...prices)),
    highPrice: toRinggitText(Math.max(...prices)),
    offerCount: options.length,
    availability: isOutOfStock(product) ? SOLD_OUT : IN_STOCK,
    offers: options.map((option) => buildOptionOffer(page, product, option)),
  };
}

/** Builds the product of a product page, and its breadcrumbs. */
export function buildProductData(page: PageData): SchemaObject[] {
  const [product] = listResponses(page, 'catalog.product');
  if (product === undefined) return [];
  const pictures = [product.og_image, ...product.images.map(({ original }) => original)];
  const categoryCrumbs = product.breadcrumbs.map(({ slug, name }, index) => ({
    name,
    path: categoryPath({
      slug,
      ancestors: product.breadcrumbs.slice(0, index).map((each) => each.slug),
      show_in_brand: false,
    }),
  }));
  return [
    {
      '@type': 'Product',
      name: product.title,
      url: toAbsoluteUrl(page, productPath(product.slug)),
      image: [...new Set(pictures)].map((picture) => new URL(picture, page.origin).href),
      description: product.seo.description ?? (toPlainText(product.description) || product.title),
      productID: product.id,
      sku: product.sku ?? product.id,
      ...(product.barcode !== null && isBarcode(product.barcode) && { gtin: product.barcode }),
      ...(product.brand !== null && { brand: { '@type': 'Brand', name: product.brand.name } }),
      ...(product.breadcrumbs.length > 0 && { category: product.breadcrumbs.map(({ name }) => name).join(' > ') }),
      offers: buildOffers(page, product),
    },
    buildBreadcrumbs(page, [...categoryCrumbs, { name: product.name, path: productPath(product.slug) }]),
  ];
}
