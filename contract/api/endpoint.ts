/**
 * Defines endpoints. One table of them validates requests, serializes responses, generates OpenAPI and types the
 * client.
 */
import type { RefusalCode } from '@shop/core/refusal';
import type { StaffRestriction, StaffRole } from '@shop/core/staff/roles';
import * as v from 'valibot';
import { staffPaths } from '../staff/staff-paths.ts';
import { type EndpointName, shopperPaths } from './endpoint-paths.ts';
import { getByIdPaths } from './get-by-id-paths.ts';

/**
 * Callers of an endpoint: anyone, a shopper with a guest's or customer's token, only a signed-in customer, only staff,
 * a till with its API key, or a driver with the token of a run.
 */
export type Access = 'open' | 'guest' | 'me' | 'staff' | 'till' | 'driver';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type AnySchema = v.GenericSchema<unknown, unknown>;
type QuerySchema = AnySchema & { entries: v.ObjectEntries };

/** The parts of an endpoint that its module defines. */
export type EndpointParts = {
  access: Access;
  /** Roles that may call a staff endpoint, besides owners; staff without them get 404, as if it did not exist. */
  roles?: readonly StaffRole[];
  /** Restrictions of staff under which it may be called all the same. */
  worksWhile?: readonly StaffRestriction[];
  /** One line for the OpenAPI document. */
  summary: string;
  /** Path parameters, such as `{ slug }`. */
  params?: AnySchema;
  /** Query parameters besides `lang`. */
  query?: QuerySchema;
  body?: AnySchema;
  /** Also accepts a file as `text/csv`, which becomes the body `{ csv }`. */
  acceptsCsv?: boolean;
  /** Takes a file as `image/…` of at most 5 MB instead of JSON, which becomes the body `{ picture }`. */
  acceptsPicture?: boolean;
  /** Converts the server's values (sen, Date) to JSON text. */
  response: AnySchema;
  /** Status of success, 200 by default. */
  status?: 200 | 201;
  /** Refusals besides the general ones. */
  refusals?: readonly RefusalCode[];
  /**
   * Makes the response cacheable: it depends on path, query, language and price group alone, and on the branch where
   * `byBranch` says so. `products`: a change of a product that it shows invalidates it. `list`: so does any change of
   * price, texts or availability in the shop.
   */
  cacheable?: 'products' | 'list';
  /** The response also depends on the header `X-Branch`. */
  byBranch?: boolean;
  /** Accepts `Idempotency-Key`. */
  idempotent?: boolean;
  /** Serves the response as CSV to a client that accepts `text/csv`. */
  asCsv?: boolean;
  /** Serves the response as a download named `<file>-<day>.json`. */
  file?: string;
};

/** Query parameter of every endpoint: the language of the response's texts, including those of a refusal. */
const lang = v.optional(v.string());
type LangQuery = { lang?: string | undefined };

type WithLang<Query> = Pick<QuerySchema, 'entries'> &
  (Query extends AnySchema
    ? v.GenericSchema<v.InferInput<Query> & LangQuery, v.InferOutput<Query> & LangQuery>
    : v.GenericSchema<LangQuery, LangQuery>);

export type Endpoint<Parts extends EndpointParts = EndpointParts> = Omit<Parts, 'query'> & {
  query: WithLang<Parts['query']>;
  name: EndpointName;
  method: Method;
  /** Path below `/api`, parameters as `:name`. */
  path: string;
};

/** The method and path of every endpoint. */
export const paths = { ...shopperPaths, ...getByIdPaths, ...staffPaths };

/** Creates an endpoint; its method and path come from `paths`. Adds `lang` to its query. */
export function endpoint<const Parts extends EndpointParts>(name: EndpointName, parts: Parts): Endpoint<Parts> {
  const [method, path] = paths[name].split(' ') as [Method, string];
  const query = v.object({ lang, ...parts.query?.entries });
  // Its type follows from the same two schemas, but not for TypeScript.
  return { ...parts, query: query as unknown as WithLang<Parts['query']>, name, method, path };
}

type ParsedInput<Schema> = Schema extends AnySchema ? v.InferOutput<Schema> : Record<string, never>;
type SchemaInput<Schema> = Schema extends AnySchema ? v.InferInput<Schema> : undefined;

/** The validated request that a handler receives. */
export type EndpointInput<E extends EndpointParts> = {
  params: ParsedInput<E['params']>;
  query: ParsedInput<E['query']>;
  body: ParsedInput<E['body']>;
};

/** The response of a handler and of the client: money in sen. */
export type EndpointResponse<E extends EndpointParts> = v.InferInput<E['response']>;

/** The request of a client, before validation. */
export type EndpointRequest<E extends EndpointParts> = {
  params: SchemaInput<E['params']>;
  query: SchemaInput<E['query']>;
  body: SchemaInput<E['body']>;
};
