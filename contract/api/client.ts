/** The API's types for clients. Types only, so that the browser loads no schema. */
import type { EndpointRequest, EndpointResponse } from './endpoint.ts';
import type { ShopperEndpointName } from './endpoint-paths.ts';
import type { Endpoints } from './endpoints.ts';

/** The parts of an endpoint's request; a part without required fields is optional. */
type RequestParts<Request> = {
  [Part in keyof Request as Request[Part] extends undefined
    ? never
    : Partial<Request[Part]> extends Request[Part]
      ? never
      : Part]: Request[Part];
} & {
  [Part in keyof Request as Request[Part] extends undefined
    ? never
    : Partial<Request[Part]> extends Request[Part]
      ? Part
      : never]?: Request[Part];
};

export type RequestOf<Name extends keyof Endpoints> = RequestParts<EndpointRequest<Endpoints[Name]>>;
export type ResponseOf<Name extends keyof Endpoints> = EndpointResponse<Endpoints[Name]>;

/** Calls a shopper's endpoint by name. Money in the response is in sen. */
export type Call = <Name extends ShopperEndpointName>(
  name: Name,
  request: RequestOf<Name>,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<ResponseOf<Name>>;
