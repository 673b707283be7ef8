/**
 * How a rule says no: a value with a stable code. Its words, English and Chinese, live in `messages/`; whoever
 * shows it asks `refusal-text.ts` for them, apart, so that a page which only judges does not load them. A bug is not a
 * refusal: bugs throw.
 */
import type * as en from './messages/en.ts';
import type { MessageArguments } from './messages/format.ts';

/** A stable machine name, such as `cart.max_quantity`. It travels as `code` in every error of the API. */
export type RefusalCode = keyof typeof en.refusals;

/** Something that cannot be done, and why. */
export type Refusal = {
  code: RefusalCode;
  /** What the message's placeholders stand for. */
  params?: Readonly<Record<string, string | number>>;
  /** The field at which a form shows it. */
  field?: string;
};

/** The parameters that a code's English message names, as an argument; none where it names none. */
export type RefusalArguments<Code extends RefusalCode> = MessageArguments<(typeof en.refusals)[Code]>;

/** A refusal by its code; the compiler asks for exactly the parameters that its message names. */
export function refusal<Code extends RefusalCode>(code: Code, ...[params]: RefusalArguments<Code>): Refusal {
  return params === undefined ? { code } : { code, params };
}

/** The same refusal, to be shown at a field of a form. */
export function refusalAt(field: string, refused: Refusal): Refusal {
  return { ...refused, field };
}

/** Codes are a noun and what is wrong with it; no other code of the shop (a country's, a coupon's) has that form. */
const CODE = /^[a-z]+\.[a-z_]+$/;

/** Tells a refusal from what a rule answers when it agrees. */
export function isRefusal(answer: object): answer is Refusal {
  return 'code' in answer && typeof answer.code === 'string' && CODE.test(answer.code);
}
