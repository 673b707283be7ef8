/**
 * A refusal is an expected rejection with a stable code; a bug throws instead. `refusal-text.ts` has its messages, so
 * that code that only validates does not load them.
 */

import type { MessageArguments } from './messages/format.ts';
import type * as en from './messages/refusals-en.ts';

/** A stable machine-readable code such as `cart.max_quantity`; the `code` of every error response. */
export type RefusalCode = keyof typeof en.refusals;

export type Refusal = {
  code: RefusalCode;
  /** The message's parameters. */
  params?: Readonly<Record<string, string | number>>;
  /** The form field that shows it. */
  field?: string;
};

/** The parameters of a code's English message. */
export type RefusalArguments<Code extends RefusalCode> = MessageArguments<(typeof en.refusals)[Code]>;

/** Creates a refusal. The compiler requires exactly the parameters of its message. */
export function refusal<Code extends RefusalCode>(code: Code, ...[params]: RefusalArguments<Code>): Refusal {
  return params === undefined ? { code } : { code, params };
}

/** Assigns a refusal to a form field. */
export function refusalAt(field: string, refused: Refusal): Refusal {
  return { ...refused, field };
}

/** Codes are `module.reason`; other codes in the shop (country, coupon) never have that form. */
const CODE_PATTERN = /^[a-z_]+\.[a-z_]+$/;

/** Returns whether a rule's result is a refusal. */
export function isRefusal(value: object): value is Refusal {
  return 'code' in value && typeof value.code === 'string' && CODE_PATTERN.test(value.code);
}
