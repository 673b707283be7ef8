import { describe, expect, test } from 'vitest';
import { statusOf } from '../../server/refuse.ts';
import { paths } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { generateOpenApiDocument } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as a client would
const document: any = generateOpenApiDocument({ server: 'https://shop.example/api', statusOf });

test('the contract has exactly the endpoints that have a path', () => {
  expect(Object.keys(endpoints).sort()).toEqual(Object.keys(paths).sort());
  for (const [name, endpoint] of Object.entries(endpoints)) expect(endpoint.name).toBe(name);
});

describe('Conventions: "GET /api/openapi.json is the contract"', () => {
  test('has every endpoint under its name, with its success and its refusals', () => {
    for (const endpoint of Object.values(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = document.paths[path][endpoint.method.toLowerCase()];
      expect(operation.operationId).toBe(endpoint.name);
      const success = 'status' in endpoint ? endpoint.status : 200;
      expect(operation.responses[success].content['application/json'].schema).toBeDefined();
      for (const status of [400, 422, 429, 500, 503]) {
        const { schema } = operation.responses[status].content['application/json'];
        expect(schema.anyOf ?? [schema]).toContainEqual({ $ref: '#/components/schemas/Refused' });
      }
    }
  });

  test('docs/spec.md §7: a change of the cart "needs an auth or guest token", so its 401 is documented', () => {
    const changes = [
      document.paths['/cart'].put,
      document.paths['/checkout'].put,
      document.paths['/orders/checkout'].post,
    ];
    for (const operation of changes) expect(operation.responses).toHaveProperty('401');
  });

  test('every reference resolves, and every named schema is used', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(references)].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  test('every path parameter is declared and required', () => {
    for (const [path, item] of Object.entries<object>(document.paths)) {
      const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(item)) {
        const parameters = (operation.parameters ?? []).filter((each: { in: string }) => each.in === 'path');
        expect(parameters.map((each: { name: string }) => each.name)).toEqual(pathNames);
        expect(parameters.every((each: { required: boolean }) => each.required)).toBe(true);
      }
    }
  });

  test('names of operations are unique', () => {
    const names = Object.values<object>(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('declares money as text, and numbers in queries as numbers', () => {
    expect(document.components.schemas.ProductRow.properties.price).toMatchObject({ type: 'string' });
    const limit = document.paths['/products'].get.parameters.find((each: { name: string }) => each.name === 'limit');
    expect(limit.schema).toMatchObject({ type: 'number', minimum: 1, maximum: 100 });
  });

  test('docs/api.md#conventions: every endpoint accepts the language of its response', () => {
    for (const endpoint of Object.values(endpoints)) {
      const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()];
      const langParameters = operation.parameters.filter((each: { name: string }) => each.name === 'lang');
      expect(langParameters).toEqual([{ name: 'lang', in: 'query', required: false, schema: { type: 'string' } }]);
    }
  });

  test('documents placing an order: 201, 409 with the changes, 422 with the phone to prove, an Idempotency-Key', () => {
    const { post } = document.paths['/orders/checkout'];
    expect(JSON.stringify(post.responses[409])).toContain('CheckoutChanged');
    expect(JSON.stringify(post.responses[422])).toContain('PhoneProofNeeded');
    expect(post.responses[201]).toBeDefined();
    expect(post.parameters.map((each: { name: string }) => each.name)).toContain('Idempotency-Key');
  });
});
