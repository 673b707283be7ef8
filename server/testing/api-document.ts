/** Reads the API from its OpenAPI document, for tests that cover every call. */
import type { Access, Method } from '@shop/contract/api/endpoint';
import { PARTNER_TAG } from '@shop/contract/api/openapi';
import type { TestServer } from './test-server.ts';

/** A JSON Schema, limited to the keywords that the document uses; references are resolved. */
export type DocumentSchema = {
  type?: string;
  properties?: Record<string, DocumentSchema>;
  required?: string[];
  items?: DocumentSchema;
  maxItems?: number;
  anyOf?: DocumentSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: DocumentSchema };

export type Operation = {
  /** The name in the contract, such as `addresses.one`. */
  id: string;
  method: Method;
  /** Such as `/address/{id}`. */
  path: string;
  access: Access;
  params: Parameter[];
  query: Parameter[];
  /** Whether the response is the same for every caller and has Cache-Control. */
  isCacheable: boolean;
  /** The alternative JSON bodies of a request; empty if it has none. */
  bodies: DocumentSchema[];
  /** Whether the body of the request is a file instead. */
  takesFile: boolean;
};

type ApiDocument = {
  paths: Record<string, Record<string, DocumentOperation>>;
  components: { schemas: Record<string, DocumentSchema> };
};
type DocumentOperation = {
  operationId: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  responses: Record<string, { headers?: Record<string, unknown> }>;
  /** A body without JSON is a file. */
  requestBody?: { content: { 'application/json'?: { schema: DocumentSchema } } };
};

/** Replaces references by the schemas that they name. */
function resolveReferences(
  schema: DocumentSchema & { $ref?: string },
  schemasByName: Record<string, DocumentSchema>,
): DocumentSchema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return resolveReferences(schemasByName[name] ?? {}, schemasByName);
  }
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, resolveReferences(each, schemasByName)]),
      ),
    }),
    ...(items && { items: resolveReferences(items, schemasByName) }),
    ...(anyOf && { anyOf: anyOf.map((each) => resolveReferences(each, schemasByName)) }),
  };
}

function toAccess(security: readonly Record<string, unknown>[]): Access {
  if (security.some((each) => 'guestToken' in each)) return 'guest';
  if (security.some((each) => 'staffToken' in each)) return 'staff';
  if (security.some((each) => 'tillKey' in each)) return 'till';
  if (security.some((each) => 'driverToken' in each)) return 'driver';
  return security.some((each) => 'customerToken' in each) ? 'me' : 'open';
}

/** Returns the schema of the non-null values. */
export const withoutNull = (schema: DocumentSchema): DocumentSchema =>
  schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

/** Returns whether the schema allows null. */
export const takesNull = (schema: DocumentSchema): boolean =>
  schema.anyOf?.some(({ type }) => type === 'null') === true;

/** Lists every call of the published document, except those of partners' servers, which are signed. */
export async function listOperations({ api }: Pick<TestServer, 'api'>): Promise<Operation[]> {
  const document: ApiDocument = (await api('GET', '/openapi.json')).body;
  const isPartners = ({ tags }: DocumentOperation) => tags.includes(PARTNER_TAG);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => !isPartners(operation))
      .map(([method, operation]): Operation => {
        const { parameters = [], requestBody } = operation;
        const json = requestBody?.content['application/json'];
        const body = json && resolveReferences(json.schema, document.components.schemas);
        return {
          id: operation.operationId,
          method: method.toUpperCase() as Method,
          path,
          access: toAccess(operation.security),
          params: parameters.filter((each) => each.in === 'path'),
          query: parameters.filter((each) => each.in === 'query'),
          isCacheable: operation.responses[200]?.headers?.['Cache-Control'] !== undefined,
          bodies: body === undefined ? [] : (body.anyOf ?? [body]),
          takesFile: requestBody !== undefined && json === undefined,
        };
      }),
  );
}
