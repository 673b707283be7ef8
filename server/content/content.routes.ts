/** Handlers of the content endpoints. */
import type { contentEndpoints } from '@shop/contract/content';
import type { settingsEndpoints } from '@shop/contract/settings';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { textIn } from '@shop/core/lang';
import { currentSettings } from '../cart/pricing-settings.ts';
import { listFilledCollections } from '../catalog/catalog.ts';
import type { CatalogIndex } from '../catalog/index/catalog-index.ts';
import { pickPictures } from '../catalog/products/best-pictures.ts';
import type { Handlers } from '../context.ts';
import { nameFreeShippingRegion } from '../delivery/delivery.ts';
import { readReferralOffer } from '../loyalty/rewards/referral-offer.ts';
import { imageUrls } from '../media/image-urls.ts';
import { loadPaymentMethods } from '../payments/payment-methods.ts';
import { listBanners, previewBanner, readBanner } from './banners.ts';
import { addContactPhoto } from './contact-photos.ts';
import { sendContactMessage } from './contact-us.ts';
import { getSettings } from './content.ts';
import { listStaticBlocks, readStaticBlock } from './static-blocks.ts';

const imageOrNull = (hash: string | null) => (hash === null ? null : imageUrls(hash));

/** Creates the handlers, which query the catalogue's index. */
export const contentHandlers = (
  index: CatalogIndex,
): Handlers<keyof typeof contentEndpoints | keyof typeof settingsEndpoints> => ({
  'content.settings': async (ctx) => {
    const [{ loyalty, free_shipping, home, ...settings }, methods, referral, delivery, collections] = await Promise.all(
      [
        getSettings(ctx),
        loadPaymentMethods(ctx),
        readReferralOffer(ctx),
        currentSettings(ctx.db),
        listFilledCollections(ctx, index),
      ],
    );
    const region = nameFreeShippingRegion(delivery, free_shipping.min_amount);
    const pictures = await pickPictures(
      ctx,
      index,
      home.moods.map(({ tag, aisle }) => ({ tags: tag, aisle })),
    );
    return {
      ...settings,
      home: {
        sections: home.sections,
        moods: home.moods.map(({ aisle, ...mood }, at) => ({ ...mood, image: imageOrNull(pictures[at] ?? null) })),
      },
      free_shipping: { ...free_shipping, region: region && textIn(ctx.lang, region.en, region.zh) },
      collections,
      loyalty: loyalty && { ...loyalty, ...referral },
      payment_methods: methods.map(({ name_en, name_zh }) => textIn(ctx.lang, name_en, name_zh)),
      has_cash_on_delivery: methods.some(({ code }) => code === CASH_ON_DELIVERY),
    };
  },
  'content.banners': (ctx, { query }) => listBanners(ctx, query),
  'content.banner': (ctx, { params }) => readBanner(ctx, params.id),
  'content.bannerPreview': (ctx, { query }) => previewBanner(ctx, query.slug, query.token),
  'content.staticBlocks': (ctx, { query }) => listStaticBlocks(ctx, query),
  'content.staticBlock': (ctx, { params }) => readStaticBlock(ctx, params.id),
  'content.contactUs': (ctx, { body }) => sendContactMessage(ctx, body),
  'content.addContactPhoto': (ctx, { body }) => addContactPhoto(ctx, body.picture),
});
