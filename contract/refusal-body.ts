/** The shape of every refusal (docs/api.md#conventions). */
import * as v from 'valibot';

export const refusalBody = v.object({
  /** For the shopper, in the answer's language. */
  message: v.string(),
  /** Stable machine name, such as `cart.max_quantity`. */
  code: v.string(),
  /** Field → its messages. */
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
});
