/**
 * Maps each modal view to its title, shape and component, which loads when the view is first opened. A new view needs a
 * line in `ModalViews`, a line in `modalViews`, and a component `({ data }) => …` in its module's folder.
 */
import type { ComponentType } from 'react';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import type { PlainKey } from '../i18n/MessagesProvider.tsx';
import type { ModalView, ModalViews } from './modal-data.ts';

type ViewDefinition<Data> = {
  /** Fixed, or derived from the view's data. */
  title: PlainKey | ((data: Data) => PlainKey);
  /** The shape on screens of 640 px and more. */
  kind: 'dialog' | 'wide' | 'drawer';
  Component: ComponentType<{ data: Data }>;
};

export const modalViews: { readonly [View in ModalView]: ViewDefinition<ModalViews[View]> } = {
  CATEGORY_VIEW: {
    title: 'layout.aisles',
    kind: 'wide',
    Component: lazyWithRetry(() =>
      import('../catalog/categories/CategorySheet.tsx').then((file) => file.CategorySheet),
    ),
  },
  DIETARY: {
    title: 'catalog.dietary',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../catalog/categories/DietarySheet.tsx').then((file) => file.DietarySheet)),
  },
  PRODUCT_VIEW: {
    title: 'catalog.choose',
    kind: 'wide',
    Component: lazyWithRetry(() => import('../catalog/product/ProductSheet.tsx').then((file) => file.ProductSheet)),
  },
  SIMILAR_PRODUCTS: {
    title: 'catalog.similar',
    kind: 'wide',
    Component: lazyWithRetry(() =>
      import('../catalog/product/SimilarProducts.tsx').then((file) => file.SimilarProducts),
    ),
  },
  INVALID_CHECKOUT: {
    title: 'checkout.invalid_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../checkout/InvalidCheckout.tsx').then((file) => file.InvalidCheckout)),
  },
  DELIVERY_ZIP: {
    title: 'delivery.title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../delivery/DeliveryZipForm.tsx').then((file) => file.DeliveryZipForm)),
  },
  CHECKOUT_HELP: {
    title: 'checkout.help_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../checkout/CheckoutHelp.tsx').then((file) => file.CheckoutHelp)),
  },
  PROVE_PHONE: {
    title: 'checkout.prove_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../checkout/payment/ProvePhone.tsx').then((file) => file.ProvePhone)),
  },
  PAYMENT: {
    title: 'checkout.pay_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../checkout/payment/PayOrder.tsx').then((file) => file.PayOrder)),
  },
  VOUCHER_VIEW: {
    title: 'loyalty.voucher',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../loyalty/vouchers/VoucherView.tsx').then((file) => file.VoucherView)),
  },
  VOUCHER_QR: {
    title: 'loyalty.voucher_show',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../loyalty/vouchers/VoucherQr.tsx').then((file) => file.VoucherQr)),
  },
  MEMBER_CARD: {
    title: 'loyalty.card_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../loyalty/card/MemberCard.tsx').then((file) => file.MemberCard)),
  },
  ALERT: {
    title: 'alerts.title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../alerts/GuestAlert.tsx').then((file) => file.GuestAlert)),
  },
  POPUP_BANNER: {
    title: 'banners.popup',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../content/popup/PopupBanner.tsx').then((file) => file.PopupBanner)),
  },
  STORE_FILTER: {
    title: 'stores.filter_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../stores/StoreFilter.tsx').then((file) => file.StoreFilter)),
  },
  SIGN_IN: {
    title: 'layout.sign_in',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../identity/sign-in/SignInSheet.tsx').then((file) => file.SignInSheet)),
  },
  FORGET_PASSWORD: {
    title: 'identity.forget_title',
    kind: 'dialog',
    Component: lazyWithRetry(() =>
      import('../identity/recovery/ForgetPassword.tsx').then((file) => file.ForgetPassword),
    ),
  },
  VERIFY_EMAIL: {
    title: 'identity.verify_email',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../identity/contacts/VerifyContact.tsx').then((file) => file.VerifyEmail)),
  },
  VERIFY_PHONE: {
    title: 'identity.verify_phone',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../identity/contacts/VerifyContact.tsx').then((file) => file.VerifyPhone)),
  },
  PHONE_NUMBER: {
    title: 'identity.change_phone',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../identity/contacts/VerifyContact.tsx').then((file) => file.PhoneNumber)),
  },
  VERIFY_ACCOUNT: {
    title: 'identity.verify_account',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../identity/contacts/VerifyAccount.tsx').then((file) => file.VerifyAccount)),
  },
  ADDRESS: {
    title: ({ address }) => (address === null ? 'addresses.new' : 'addresses.change'),
    kind: 'wide',
    Component: lazyWithRetry(() => import('../addresses/AddressView.tsx').then((file) => file.AddressView)),
  },
  DELETE_ADDRESS: {
    title: 'addresses.delete_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../addresses/DeleteAddress.tsx').then((file) => file.DeleteAddress)),
  },
  DELETE_ACCOUNT: {
    title: 'account.removal',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../account/DeleteAccount.tsx').then((file) => file.DeleteAccount)),
  },
  CANCEL_ORDER: {
    title: 'orders.cancel',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../orders/cancel/CancelOrder.tsx').then((file) => file.CancelOrder)),
  },
  BUY_AGAIN: {
    title: ({ outcome }) => `orders.again_${outcome}_title`,
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../orders/again/SkippedItems.tsx').then((file) => file.SkippedItems)),
  },
  WITHDRAW_CANCEL: {
    title: 'orders.withdraw_title',
    kind: 'dialog',
    Component: lazyWithRetry(() => import('../orders/cancel/WithdrawCancel.tsx').then((file) => file.WithdrawCancel)),
  },
};
