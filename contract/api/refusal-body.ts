/** The body of every error response (docs/api.md#conventions). */
import * as v from 'valibot';

export const refusalBody = v.object({
  /** For the shopper, in the response's language. */
  message: v.string(),
  /** Stable code such as `cart.max_quantity`. */
  code: v.string(),
  /** Messages by field. */
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
});
