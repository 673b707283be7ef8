/** The API as a client sees it, in types only: the browser loads no schema. */
import type { EndpointRequest, EndpointResponse } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

/** The parts of a request that an endpoint has; a part whose fields are all optional may be left out. */
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

/** How a client calls an endpoint by its name. Money in the answer is in sen. */
export type Call = <Name extends keyof Endpoints>(
  name: Name,
  request: RequestOf<Name>,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<ResponseOf<Name>>;
