/** The data that each modal view receives. The views' components and the modal store share these types. */
import type { ProductRow } from '@shop/contract/catalog';
import type { Me } from '../account/use-account.ts';
import type { AddressForm } from '../addresses/address-form.ts';
import type { SavedAddressAnswer } from '../addresses/address-queries.ts';
import type { CodePurpose } from '../identity/ContactCode.tsx';

export type DeleteAccountData = { me: Me };

export type AddressViewData = {
  /** Null for a new one. */
  address: SavedAddressAnswer | null;
  start?: Partial<AddressForm>;
};

export type DeleteAddressData = { address: SavedAddressAnswer };

/** A problem, and the checkout step whose control corrects it. */
export type CheckoutProblem = { step: number; text: string; selector: string };

export type InvalidCheckoutData = { problems: readonly CheckoutProblem[] };

export type ProvePhoneData = {
  contact: string;
  /** Places the order with the proof. */
  onProven: (proof: string) => void;
};

/** The contact if it is known; otherwise the view asks for it. */
export type VerifyContactData = { contact: string | null; purpose: CodePurpose };

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
