/** The data that each modal view receives. The views' components and the modal store share these types. */
import type { ProductRow } from '@shop/contract/catalog';
import type { Me } from '../account/use-account.ts';
import type { AddressForm } from '../addresses/address-form.ts';
import type { SavedAddressAnswer } from '../addresses/address-queries.ts';
import type { CodePurpose } from '../identity/ContactCode.tsx';

export type DeleteAccountData = { me: Me };

export type AddressViewData = {
  /** Null for a new address. */
  address: SavedAddressAnswer | null;
  start?: Partial<AddressForm>;
};

export type DeleteAddressData = { address: SavedAddressAnswer };

/** A problem, and the checkout step whose control fixes it. */
export type CheckoutProblem = { step: number; text: string; selector: string };

export type InvalidCheckoutData = { problems: readonly CheckoutProblem[] };

export type ProvePhoneData = {
  contact: string;
  /** Places the order with the proof. */
  onProven: (proof: string) => void;
};

/** The contact if it is known; otherwise the view asks for it. */
export type VerifyContactData = { contact: string | null; purpose: CodePurpose };

/** Modal views (docs/spec.md §2 "Views") and their data. */
export type ModalViews = {
  /** The aisles as a bottom sheet. */
  CATEGORY_VIEW: null;
  /** A product's options and the button to add one. */
  PRODUCT_VIEW: { product: ProductRow };
  /** Similar products. */
  SIMILAR_PRODUCTS: { slug: string };
  /** What the order still lacks. */
  INVALID_CHECKOUT: InvalidCheckoutData;
  /** Proving the phone of an order. */
  PROVE_PHONE: ProvePhoneData;
  /** Signing in without leaving the page. */
  SIGN_IN: null;
  /** Account recovery, with the email or phone typed so far. */
  FORGET_PASSWORD: { login: string };
  /** Proving an email, or a new one. */
  VERIFY_EMAIL: VerifyContactData;
  VERIFY_PHONE: VerifyContactData;
  /** Another phone number, asked for and proven. */
  PHONE_NUMBER: VerifyContactData;
  /** Joining the record that a contact belongs to. */
  VERIFY_ACCOUNT: { contact: string };
  /** Creating or editing a saved address. */
  ADDRESS: AddressViewData;
  DELETE_ADDRESS: DeleteAddressData;
  DELETE_ACCOUNT: DeleteAccountData;
};

export type ModalView = keyof ModalViews;
