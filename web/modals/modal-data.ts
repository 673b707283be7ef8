/** The data that each modal view receives. The views' components and the modal store share these types. */

import type { ProductRow } from '@shop/contract/catalog';
import type { Banner } from '@shop/contract/content';
import type { SkippedItem } from '@shop/contract/orders';
import type { OwnVoucher, Voucher } from '@shop/contract/vouchers';
import type { AddressParts } from '@shop/core/addresses/completeness';
import type { LocatorName, LocatorState } from '@shop/core/stores/locator-query';
import type { Me } from '../account/me.ts';
import type { SavedAddressResponse } from '../addresses/address-queries.ts';
import type { PlainKey } from '../i18n/MessagesProvider.tsx';
import type { ContactPurpose } from '../identity/contacts/ContactCode.tsx';

export type DeleteAccountData = { me: Me };

export type AddressViewData = {
  /** Null for a new address. */
  address: SavedAddressResponse | null;
  start?: AddressParts;
};

export type DeleteAddressData = { address: SavedAddressResponse };

/** A problem of the order, with the checkout step and the selector of the control that fixes it. */
export type CheckoutProblem = { step: number; text: string; selector: string };

export type InvalidCheckoutData = { problems: readonly CheckoutProblem[] };

export type ProvePhoneData = {
  contact: string;
  /** Places the order with the proof of the phone. */
  onProven: (proof: string) => void;
};

/** The contact to verify; with null the view has a field for it. */
export type VerifyContactData = { contact: string | null; purpose: ContactPurpose };

export type PhoneNumberData = VerifyContactData & {
  /** The initial value of the field. */
  suggested?: string;
  /** Why the number is requested. */
  reason?: PlainKey;
  /** Continues without a number, by the button "Later". */
  onLater?: () => void;
};

/**
 * A placed order, and how a guest proves access to it: the link's token or the contact. A customer's order needs
 * neither.
 */
export type CancelOrderData = { order_number: string; proof: { token?: string; contact?: string } };

/**
 * Result of buying an order again: the number of units `added` to the cart, and the `skipped` items, of which fewer or
 * more units were added than ordered. `raised`: every skipped item got more units.
 */
export type BuyAgainData = {
  outcome: 'some' | 'none' | 'sold_out' | 'raised';
  added: number;
  skipped: readonly SkippedItem[];
};

/**
 * An unpaid order: its total in sen, the payment method and bank or wallet used last, and a guest's proof of access,
 * which a customer's order does not need.
 */
export type PaymentData = {
  order: { order_number: string; grand_total: number; payment_method: string; payment_id: string | null };
  proof: CancelOrderData['proof'];
};

/** The current postcode; null if there is none. */
export type DeliveryZipData = { zip: string | null };

/** A voucher to buy, or an own voucher; `onBought` receives the id of the new own voucher. */
export type VoucherViewData = { voucher: Voucher; onBought: (id: string) => void } | { own: OwnVoucher };

export type VoucherQrData = { voucher: Pick<OwnVoucher, 'id' | 'name' | 'code'> };

/** The alert that a guest requests. */
export type AlertData = {
  kind: 'back-in-stock' | 'price-drop';
  product_id: string;
  variation_option_id: string | null;
};

export type StoreFilterData = { name: LocatorName; locator: LocatorState };

/** Modal views (docs/spec.md §2 "Views") and their data. */
export type ModalViews = {
  /** The aisles as a bottom sheet. */
  CATEGORY_VIEW: null;
  /** The dietary needs, each with its products. */
  DIETARY: null;
  /** A product's options and the button to add one. */
  PRODUCT_VIEW: { product: ProductRow };
  SIMILAR_PRODUCTS: { slug: string };
  /** The problems that prevent an order. */
  INVALID_CHECKOUT: InvalidCheckoutData;
  DELIVERY_ZIP: DeliveryZipData;
  /** How to reach the shop during checkout. */
  CHECKOUT_HELP: null;
  /** Proving the phone of an order. */
  PROVE_PHONE: ProvePhoneData;
  /** Paying an order that was not paid yet. */
  PAYMENT: PaymentData;
  VOUCHER_VIEW: VoucherViewData;
  /** A voucher's code for a till. */
  VOUCHER_QR: VoucherQrData;
  /** The customer's code for a till. */
  MEMBER_CARD: null;
  /** A guest's email for an alert. */
  ALERT: AlertData;
  /** The popup: a banner that opens by itself. */
  POPUP_BANNER: { banner: Banner };
  STORE_FILTER: StoreFilterData;
  /** Signing in without leaving the page. */
  SIGN_IN: null;
  /** Account recovery, with the email or phone typed so far. */
  FORGET_PASSWORD: { login: string };
  /** Proving the account's email, or a new one. */
  VERIFY_EMAIL: VerifyContactData;
  VERIFY_PHONE: VerifyContactData;
  /** Entering another phone number and proving it. */
  PHONE_NUMBER: PhoneNumberData;
  /** Merging with the account that a contact belongs to. */
  VERIFY_ACCOUNT: { contact: string };
  /** Creating or editing a saved address. */
  ADDRESS: AddressViewData;
  DELETE_ADDRESS: DeleteAddressData;
  DELETE_ACCOUNT: DeleteAccountData;
  /** Requesting an order's cancellation, with a reason. */
  CANCEL_ORDER: CancelOrderData;
  /** The items of an order that could not be bought again. */
  BUY_AGAIN: BuyAgainData;
  /** Confirming the withdrawal of a cancellation request, which is final. */
  WITHDRAW_CANCEL: CancelOrderData & { id: string };
};

export type ModalView = keyof ModalViews;
