/**
 * The modal views by name, with what each is given; every one is loaded when it is first opened. A new view is a line
 * in `ModalViews`, a line in `modalViews`, and a component `({ data }) => …` in its noun's folder.
 */
import type { ComponentType } from 'react';
import type { PlainKey } from '../i18n/MessagesProvider.tsx';
import { loadWords } from '../i18n/messages.ts';
import { lazyWithRetry } from '../lazy.tsx';
import type { ModalView, ModalViews } from './modal-data.ts';

type ViewDefinition<Data> = {
  /** One for all, or by what the view is given. */
  title: PlainKey | ((data: Data) => PlainKey);
  /** For a title whose messages load with the view. */
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
