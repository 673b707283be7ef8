/** How one call of the API is written down. One table of these validates requests, shapes answers, writes OpenAPI and types the client. */
import type { RefusalCode } from '@shop/core/refusal';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import { type EndpointName, paths } from './paths.ts';

/** Who may call: anybody, a shopper with a guest's or customer's token, or a signed-in customer alone. */
export type Access = 'open' | 'guest' | 'me';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type AnySchema = GenericSchema<unknown, unknown>;

/** The part of an endpoint that its noun's file writes. */
export type EndpointParts = {
  access: Access;
  /** One line for the API's documentation. */
  summary: string;
  /** Path parameters, such as `{ slug }`. */
  params?: AnySchema;
  query?: AnySchema;
  body?: AnySchema;
  /** From what the server holds (sen, Date) to what travels (text). */
  response: AnySchema;
  /** Status of success; 200 unless said. */
  status?: 200 | 201;
  /** The refusals a caller may meet beside the general ones. */
  refusals?: readonly RefusalCode[];
  /**
   * Makes the response cacheable: it depends on path, query, language and price group alone. `products`: a change of a
   * product that it shows invalidates it. `list`: so does any change of price, texts or availability in the shop.
   */
  cacheable?: 'products' | 'list';
  /** Accepts `Idempotency-Key`. */
  idempotent?: boolean;
  /** The answer is a file for people to keep: `<this>-<day>.json`. */
  file?: string;
};

export type Endpoint<Parts extends EndpointParts = EndpointParts> = Parts & {
  name: EndpointName;
  method: Method;
  /** Path below `/api`, parameters as `:name`. */
  path: string;
};

/** An endpoint by its name; method and path come from the one table of paths. */
export function endpoint<const Parts extends EndpointParts>(name: EndpointName, parts: Parts): Endpoint<Parts> {
  const [method, path] = paths[name].split(' ') as [Method, string];
  return { ...parts, name, method, path };
}

type Parsed<Schema> = Schema extends AnySchema ? InferOutput<Schema> : Record<string, never>;
type Sent<Schema> = Schema extends AnySchema ? InferInput<Schema> : undefined;

/** What a handler is given: the request, parsed. */
export type EndpointInput<E extends EndpointParts> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};

/** What a handler answers and what a client reads: money in sen. */
export type EndpointResponse<E extends EndpointParts> = InferInput<E['response']>;

/** What a client sends. */
export type EndpointRequest<E extends EndpointParts> = {
  params: Sent<E['params']>;
  query: Sent<E['query']>;
  body: Sent<E['body']>;
};
