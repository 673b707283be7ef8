/** Generates the OpenAPI 3.1 document from the endpoints. */

import { BRANCHES } from '@shop/core/branch';
import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import * as addresses from '../addresses.ts';
import * as cart from '../cart.ts';
import * as catalog from '../catalog.ts';
import * as checkout from '../checkout.ts';
import * as wire from '../common-schemas.ts';
import * as content from '../content.ts';
import * as delivery from '../delivery.ts';
import * as identity from '../identity.ts';
import * as orders from '../orders.ts';
import * as payments from '../payments.ts';
import * as promotions from '../promotions.ts';
import { settings } from '../settings.ts';
import * as staff from '../staff/staff.ts';
import * as staffPayments from '../staff/staff-payments.ts';
import * as staffPicking from '../staff/staff-picking.ts';
import type { Endpoint, EndpointParts } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { refusalBody } from './refusal-body.ts';

type Schemas = Record<string, GenericSchema>;

/** Named schemas of responses. */
const RESPONSE_SCHEMAS: Schemas = {
  Refused: refusalBody,
  Image: wire.image,
  NamedRef: catalog.namedRef,
  Customer: identity.customer,
  Settings: settings,
  Banner: content.banner,
  State: addresses.state,
  Address: addresses.address,
  SavedAddress: addresses.savedAddress,
  Contact: addresses.contactNumber,
  Category: catalog.category,
  NavCategory: catalog.navCategory,
  Brand: catalog.brand,
  Inventory: catalog.inventory,
  TierPrice: catalog.tierPrice,
  UnitPrice: catalog.unitPrice,
  VariationOption: catalog.variationOption,
  BundleItem: catalog.bundleItem,
  ProductRow: catalog.productRow,
  Bundle: catalog.bundle,
  Product: catalog.product,
  CartItem: cart.cartItem,
  CartPromotion: promotions.cartPromotion,
  LineChange: cart.lineChange,
  FreeShippingInfo: cart.freeShippingInfo,
  FeeRules: cart.feeRules,
  Cart: cart.cart,
  Slot: delivery.slot,
  Shipping: delivery.shipping,
  PaymentMethod: payments.paymentMethod,
  Replacement: orders.replacement,
  OrderItem: orders.orderItem,
  OrderTotals: orders.orderTotals,
  Order: orders.order,
  TrackedOrder: orders.trackedOrder,
  Cancellation: orders.cancellation,
  StaffAccount: staff.staffAccount,
  StaffOrder: staff.staffOrder,
  AuditEntry: staff.auditEntry,
  StaffAttempt: staffPayments.staffAttempt,
  StaffRefund: staffPayments.staffRefund,
  CheckoutChanged: orders.checkoutChanged,
  OrderPicking: staff.orderPicking,
  PickBatch: staffPicking.pickBatch,
  PickOrder: staffPicking.pickOrder,
  PickLine: staffPicking.pickLine,
  ReplacementOption: staffPicking.replacementOption,
  PickConflict: staffPicking.pickConflict,
  PhoneProofNeeded: orders.phoneProofNeeded,
  OpenOrders: identity.openOrdersRefusal,
};

/** Named schemas of requests; their input differs from their output. */
const REQUEST_SCHEMAS: Schemas = {
  SavedAddressIn: addresses.savedAddressIn,
  ChosenAddress: checkout.chosenAddress,
  CheckoutChoices: checkout.checkoutChoices,
};

const makeReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function toSchemaObject(schema: GenericSchema, typeMode: 'input' | 'output', schemasByName: Schemas): JsonSchema {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode,
    // JSON Schema cannot express every check; refusals cover those.
    errorMode: 'ignore',
    definitions: schemasByName,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  };
  const { $schema: _, $defs: __, ...converted } = toJsonSchema(schema, config);
  return converted;
}

/** Converts a named schema itself, not a reference to it. */
function convertNamedSchema(name: string, all: Schemas, typeMode: 'input' | 'output'): JsonSchema {
  const { [name]: own, ...others } = all;
  return own === undefined ? {} : toSchemaObject(own, typeMode, others);
}

function listParameters(schema: GenericSchema | undefined, place: 'path' | 'query'): object[] {
  if (schema === undefined) return [];
  // A query is text, but readers need the type it parses to: number or boolean.
  const { properties = {}, required = [] } = toSchemaObject(schema, 'output', {});
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const HEADER_PARAMETERS = [
  { name: 'x-session', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } },
  { name: 'X-Platform', in: 'header', required: false, schema: { enum: ['web', 'ios', 'android', 'TNG'] } },
  { name: 'X-Branch', in: 'header', required: false, schema: { enum: BRANCHES } },
];
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body again gives the first response; another body is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const makeJsonContent = (schema: JsonSchema): object => ({ 'application/json': { schema } });

/** Descriptions of the refusals of every endpoint, by status. */
const GENERAL_REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request could not be read',
  422: 'Some of it is not valid; `errors` says what, by field',
  429: 'Too many requests; `Retry-After` says when to try again',
  500: 'A fault of ours, which says nothing of itself',
  503: 'Something that it needs is not there at the moment; see `Retry-After`',
};
const BODY_REFUSALS: Readonly<Record<number, string>> = {
  413: 'The body is larger than 256 kB',
  415: 'The body is not JSON',
};

/** Refusals whose body has more fields than `Refused`, with its schema. */
const DETAILED_REFUSALS = [
  ['checkout.changed', 'CheckoutChanged'],
  ['checkout.prove_phone', 'PhoneProofNeeded'],
  ['account.open_orders', 'OpenOrders'],
  ['picking.claimed', 'PickConflict'],
  ['picking.decided', 'PickConflict'],
] as const;

function describeRefusals(endpoint: Endpoint, statusOf: StatusOf): Record<string, object> {
  const words: Record<number, string> = { ...GENERAL_REFUSALS, ...(endpoint.body && BODY_REFUSALS) };
  if (endpoint.access === 'me' || endpoint.access === 'staff') words[401] = 'Sign-in is needed';
  if (endpoint.access === 'till') words[401] = 'The key is not good';
  if (endpoint.access === 'driver') words[401] = 'The link has ended';
  if (endpoint.access === 'guest' || endpoint.access === 'me') words[403] = 'The token is no longer good: sign out';
  if (endpoint.params !== undefined || endpoint.access === 'staff') words[404] = 'There is none';
  for (const [status, codes] of Map.groupBy(endpoint.refusals ?? [], statusOf)) {
    words[status] = [words[status], `Codes: ${codes.map((code) => `\`${code}\``).join(', ')}`]
      .filter(Boolean)
      .join('. ');
  }
  const detailedRefusals = DETAILED_REFUSALS.filter(([code]) => endpoint.refusals?.includes(code));
  return Object.fromEntries(
    Object.entries(words).map(([status, description]) => {
      const own = detailedRefusals.find(([code]) => Number(status) === statusOf(code));
      const schema = own ? { anyOf: [makeReference(own[1]), makeReference('Refused')] } : makeReference('Refused');
      return [status, { description, content: makeJsonContent(schema) }];
    }),
  );
}

const SECURITY_OF_ACCESS: Readonly<Record<Endpoint['access'], object[]>> = {
  open: [{}],
  guest: [{ guestToken: [] }, { customerToken: [] }, {}],
  me: [{ customerToken: [] }],
  staff: [{ staffToken: [] }],
  till: [{ tillKey: [] }],
  driver: [{ driverToken: [] }],
};

function describeOperation(endpoint: Endpoint, statusOf: StatusOf): object {
  const status = endpoint.status ?? 200;
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    security: SECURITY_OF_ACCESS[endpoint.access],
    parameters: [
      ...listParameters(endpoint.params as GenericSchema | undefined, 'path'),
      ...listParameters(endpoint.query as GenericSchema | undefined, 'query'),
      ...HEADER_PARAMETERS,
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          ...(endpoint.acceptsPicture
            ? { 'image/*': { schema: { type: 'string', format: 'binary' } } }
            : makeJsonContent(toSchemaObject(endpoint.body as GenericSchema, 'input', REQUEST_SCHEMAS))),
          ...(endpoint.acceptsCsv && { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
    }),
    responses: {
      [status]: {
        description: status === 201 ? 'Created' : 'OK',
        ...(endpoint.cacheable !== undefined && {
          headers: { ETag: { schema: { type: 'string' } }, 'Cache-Control': { schema: { type: 'string' } } },
        }),
        ...(endpoint.file && { headers: { 'Content-Disposition': { schema: { type: 'string' } } } }),
        content: {
          ...makeJsonContent(toSchemaObject(endpoint.response as GenericSchema, 'output', RESPONSE_SCHEMAS)),
          ...(endpoint.asCsv && { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
      ...describeRefusals(endpoint, statusOf),
    },
  };
}

/** The server's HTTP status of a refusal. */
type StatusOf = (code: NonNullable<EndpointParts['refusals']>[number]) => number;

/** A call of a partner's server, which signs its body; its response is the partner's own, not the API's. */
export type PartnerCall = {
  path: string;
  name: string;
  summary: string;
  headers: readonly string[];
  body: GenericSchema;
  response: GenericSchema;
};

/** The tag of calls of partners' servers. */
export const PARTNER_TAG = 'partners';

function describePartnerOperation({ name, summary, headers, body, response }: PartnerCall): object {
  const content = makeJsonContent(toSchemaObject(response, 'output', {}));
  return {
    operationId: name,
    tags: [PARTNER_TAG],
    summary,
    security: [{}],
    parameters: headers.map((header) => ({ name: header, in: 'header', required: true, schema: { type: 'string' } })),
    requestBody: { required: true, content: makeJsonContent(toSchemaObject(body, 'input', {})) },
    responses: {
      200: { description: 'Received', content },
      400: { description: 'Not signed, too old, or about no payment of ours', content },
    },
  };
}

const healthSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { const: 'ok' },
    checks: {
      type: 'array',
      description: 'Only for staff',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          is_required: { type: 'boolean' },
          ok: { type: 'boolean' },
          ms: { type: 'integer' },
          reason: { type: ['string', 'null'] },
        },
      },
    },
  },
  required: ['status'],
};
const describeProbe = (operationId: string, summary: string): object => ({
  operationId,
  tags: ['health'],
  summary,
  security: [{}],
  responses: {
    200: { description: 'OK', content: makeJsonContent(healthSchema) },
    503: { description: 'Not at the moment', content: makeJsonContent(makeReference('Refused')) },
  },
});

/**
 * Generates the document. `server` is the API's base URL, such as `https://shop.example/api`; `partnerCalls` are those
 * of the partners that are set up.
 */
export function generateOpenApiDocument({
  server,
  statusOf,
  partnerCalls = [],
}: {
  server: string;
  statusOf: StatusOf;
  partnerCalls?: readonly PartnerCall[];
}): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, statusOf) };
  }
  for (const call of partnerCalls) paths[call.path] = { post: describePartnerOperation(call) };
  paths['/health/live'] = { get: describeProbe('health.live', 'The process answers') };
  paths['/health/ready'] = { get: describeProbe('health.ready', 'The database answers') };
  const toComponents = (all: Schemas, typeMode: 'input' | 'output') =>
    Object.fromEntries(Object.keys(all).map((name) => [name, convertNamedSchema(name, all, typeMode)]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sekampit API',
      version: '1.0.0',
      description:
        'Online grocery store for Malaysia. Money is text with two digits (`"12.90"`), times are ISO 8601 in UTC, ids are opaque. The language of a response comes from `?lang=en|zh`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { ...toComponents(RESPONSE_SCHEMAS, 'output'), ...toComponents(REQUEST_SCHEMAS, 'input') },
      securitySchemes: {
        guestToken: { type: 'http', scheme: 'bearer', description: 'The `uuid` of a guest’s cart' },
        customerToken: { type: 'http', scheme: 'bearer', description: 'A signed-in customer’s; it begins with `c_`' },
        staffToken: { type: 'http', scheme: 'bearer', description: 'A staff member’s; it begins with `s_`' },
        driverToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Of the link of a driver’s run; it begins with `r_`',
        },
        tillKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Of an outlet’s till' },
      },
    },
  };
}
