/** The API as a client sees it, in types only: the browser loads no schema. */
import type { EndpointAnswer, EndpointRequest } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

/** The parts of a request that an endpoint has; a part whose fields are all optional may be left out. */
type Ask<Request> = {
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

export type AskOf<Name extends keyof Endpoints> = Ask<EndpointRequest<Endpoints[Name]>>;
export type AnswerOf<Name extends keyof Endpoints> = EndpointAnswer<Endpoints[Name]>;

/** How a client calls an endpoint by its name. Money in the answer is in sen. */
export type Call = <Name extends keyof Endpoints>(
  name: Name,
  ask: AskOf<Name>,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<AnswerOf<Name>>;
