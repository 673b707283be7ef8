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
import type { ProvePhoneData } from '../checkout/ProvePhone.tsx';
import type { PlainKey } from '../i18n/MessagesProvider.tsx';
import { loadWords } from '../i18n/messages.ts';
import type { VerifyContactData } from '../identity/VerifyContact.tsx';
import { lazyWithRetry } from '../lazy.tsx';

/** docs/spec.md §2 "Views"; those of accounts, vouchers and stores join with their pages. */
export type ModalViews = {
  /** The aisles as a bottom sheet. */
  CATEGORY_VIEW: null;
  /** A product's choices and the button to add one. */
  PRODUCT_VIEW: { product: ProductRow };
  /** What else there is beside a product. */
  SIMILAR_PRODUCTS: { slug: string };
  /** What an address lacks before an order can be placed. */
  INVALID_CHECKOUT: InvalidCheckoutData;
  /** Proving the phone of an order. */
  PROVE_PHONE: ProvePhoneData;
  /** Signing in on the way to something, without leaving the page. */
  SIGN_IN: null;
  /** Recovering an account; what was typed as email or phone so far. */
  FORGET_PASSWORD: { login: string };
  /** Proving an email, or a new one. */
  VERIFY_EMAIL: VerifyContactData;
  VERIFY_PHONE: VerifyContactData;
  /** Another phone number, asked for and proven. */
  PHONE_NUMBER: VerifyContactData;
  /** Joining the record that a contact belongs to. */
  VERIFY_ACCOUNT: { contact: string };
  /** One address of the book, to be seen and changed, or a new one. */
  ADDRESS: AddressViewData;
  DELETE_ADDRESS: DeleteAddressData;
  DELETE_ACCOUNT: DeleteAccountData;
};

export type ModalView = keyof ModalViews;

type ViewDefinition<Data> = {
  /** One for all, or by what the view is given. */
  title: PlainKey | ((data: Data) => PlainKey);
  /** Where the title's words come with the view. */
  words?: 'identity';
  /** From 640 px on. */
  kind: 'dialog' | 'wide' | 'drawer';
  Component: ComponentType<{ data: Data }>;
};

/** A view of signing in or up, with its words. */
const identityView = <Data>(load: () => Promise<ComponentType<{ data: Data }>>) =>
  lazyWithRetry(async () => (await Promise.all([load(), loadWords('identity'), loadWords('forms')]))[0]);

export const modalViews: { readonly [View in ModalView]: ViewDefinition<ModalViews[View]> } = {
  CATEGORY_VIEW: {
    title: 'layout.aisles',
    kind: 'wide',
    Component: lazyWithRetry(
      async () =>
        (
          await Promise.all([import('../catalog/categories/CategorySheet.tsx'), loadWords('menu'), loadWords('footer')])
        )[0].CategorySheet,
    ),
  },
  PRODUCT_VIEW: {
    title: 'catalog.choose',
    kind: 'wide',
    Component: lazyWithRetry(async () => {
      const [file] = await Promise.all([import('../catalog/product/ProductSheet.tsx'), loadWords('product')]);
      return file.ProductSheet;
    }),
  },
  SIMILAR_PRODUCTS: {
    title: 'catalog.similar',
    kind: 'wide',
    Component: lazyWithRetry(async () => {
      const [file] = await Promise.all([import('../catalog/product/SimilarProducts.tsx'), loadWords('product')]);
      return file.SimilarProducts;
    }),
  },
  INVALID_CHECKOUT: {
    title: 'checkout.invalid_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../checkout/InvalidCheckout.tsx').then((file) => file.InvalidCheckout)),
  },
  PROVE_PHONE: {
    title: 'checkout.prove_title',
    kind: 'dialog',
    Component: identityView(() => import('../checkout/ProvePhone.tsx').then((file) => file.ProvePhone)),
  },
  SIGN_IN: {
    title: 'layout.sign_in',
    kind: 'dialog',
    Component: identityView(() => import('../identity/SignInSheet.tsx').then((file) => file.SignInSheet)),
  },
  FORGET_PASSWORD: {
    title: 'identity.forget_title',
    words: 'identity',
    kind: 'dialog',
    Component: identityView(() => import('../identity/ForgetPassword.tsx').then((file) => file.ForgetPassword)),
  },
  VERIFY_EMAIL: {
    title: 'identity.verify_email',
    words: 'identity',
    kind: 'dialog',
    Component: identityView(() => import('../identity/VerifyContact.tsx').then((file) => file.VerifyEmail)),
  },
  VERIFY_PHONE: {
    title: 'identity.verify_phone',
    words: 'identity',
    kind: 'dialog',
    Component: identityView(() => import('../identity/VerifyContact.tsx').then((file) => file.VerifyPhone)),
  },
  PHONE_NUMBER: {
    title: 'identity.change_phone',
    words: 'identity',
    kind: 'dialog',
    Component: identityView(() => import('../identity/VerifyContact.tsx').then((file) => file.VerifyPhone)),
  },
  VERIFY_ACCOUNT: {
    title: 'identity.verify_account',
    words: 'identity',
    kind: 'dialog',
    Component: identityView(() => import('../identity/VerifyAccount.tsx').then((file) => file.VerifyAccount)),
  },
  ADDRESS: {
    title: ({ address }) => (address === null ? 'addresses.new' : 'addresses.change'),
    kind: 'wide',
    Component: lazyWithRetry(async () => {
      const [file] = await Promise.all([import('../addresses/AddressView.tsx'), loadWords('forms')]);
      return file.AddressView;
    }),
  },
  DELETE_ADDRESS: {
    title: 'addresses.delete_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../addresses/DeleteAddress.tsx').then((file) => file.DeleteAddress)),
  },
  DELETE_ACCOUNT: {
    title: 'account.removal',
    kind: 'dialog',
    // With words of its codes.
    Component: identityView(() => import('../account/DeleteAccount.tsx').then((file) => file.DeleteAccount)),
  },
};
