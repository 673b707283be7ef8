/**
 * The modal views by name, with what each is given; every one is loaded when it is first opened. A new view is a line
 * in `ModalViews`, a line in `modalViews`, and a component `({ data }) => …` in its noun's folder.
 */
import type { ProductRow } from '@shop/contract/catalog';
import type { ComponentType } from 'react';
import type { DeleteAccountData } from '../account/DeleteAccount.tsx';
import type { AddressViewData } from '../addresses/AddressView.tsx';
import type { DeleteAddressData } from '../addresses/DeleteAddress.tsx';
import type { InvalidCheckoutData } from '../checkout/InvalidCheckout.tsx';
import { late } from '../deferred.tsx';
import { loadWords } from '../i18n/messages.ts';
import type { PlainKey } from '../i18n/shop-words.tsx';

/** Spec §2 "Views"; those of accounts, vouchers and stores join with their pages. */
export type ModalViews = {
  /** The aisles as a bottom sheet. */
  CATEGORY_VIEW: null;
  /** A product's choices and the button to add one. */
  PRODUCT_VIEW: { product: ProductRow };
  /** What else there is beside a product. */
  SIMILAR_PRODUCTS: { slug: string };
  /** What an address lacks before an order can be placed. */
  INVALID_CHECKOUT: InvalidCheckoutData;
  /** One address of the book, to be seen and changed, or a new one. */
  ADDRESS: AddressViewData;
  DELETE_ADDRESS: DeleteAddressData;
  DELETE_ACCOUNT: DeleteAccountData;
};

export type ModalView = keyof ModalViews;

type ViewDefinition<Data> = {
  title: PlainKey;
  /** From 640 px on. */
  kind: 'dialog' | 'wide' | 'drawer';
  Component: ComponentType<{ data: Data }>;
};

export const modalViews: { readonly [View in ModalView]: ViewDefinition<ModalViews[View]> } = {
  CATEGORY_VIEW: {
    title: 'layout.aisles',
    kind: 'wide',
    Component: late(
      async () =>
        (await Promise.all([import('../catalog/CategorySheet.tsx'), loadWords('menu'), loadWords('footer')]))[0]
          .CategorySheet,
    ),
  },
  PRODUCT_VIEW: {
    title: 'catalog.choose',
    kind: 'wide',
    Component: late(async () => {
      const [file] = await Promise.all([import('../catalog/ProductSheet.tsx'), loadWords('product')]);
      return file.ProductSheet;
    }),
  },
  SIMILAR_PRODUCTS: {
    title: 'catalog.similar',
    kind: 'wide',
    Component: late(async () => {
      const [file] = await Promise.all([import('../catalog/SimilarProducts.tsx'), loadWords('product')]);
      return file.SimilarProducts;
    }),
  },
  INVALID_CHECKOUT: {
    title: 'checkout.invalid_title',
    kind: 'dialog',
    Component: late(() => import('../checkout/InvalidCheckout.tsx').then((file) => file.InvalidCheckout)),
  },
  ADDRESS: {
    title: 'addresses.view',
    kind: 'wide',
    Component: late(async () => {
      const [file] = await Promise.all([import('../addresses/AddressView.tsx'), loadWords('forms')]);
      return file.AddressView;
    }),
  },
  DELETE_ADDRESS: {
    title: 'addresses.delete_title',
    kind: 'dialog',
    Component: late(() => import('../addresses/DeleteAddress.tsx').then((file) => file.DeleteAddress)),
  },
  DELETE_ACCOUNT: {
    title: 'account.removal',
    kind: 'dialog',
    Component: late(() => import('../account/DeleteAccount.tsx').then((file) => file.DeleteAccount)),
  },
};
