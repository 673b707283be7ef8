import { describe, expect, test } from 'vitest';
import { readErrorMessage, toApiError } from './api-error.ts';
import { buildApiUrl } from './client.ts';
import { shopperPaths } from './endpoint-paths.ts';

describe('docs/spec.md §8: "Error message extraction: response data string, else data.message"', () => {
  test.each([
    ['Plain words', 'Plain words'],
    [{ message: 'Item sold out' }, 'Item sold out'],
    [{ message: 5 }, ''],
    [null, ''],
    [[], ''],
  ])('%j', (body, message) => expect(readErrorMessage(body)).toBe(message));

  test('keeps code, field errors and the whole body; money is in sen', () => {
    const error = toApiError(
      409,
      '{"message":"Changed","code":"checkout.changed","errors":{"zip":["Bad"]},"cart":{"grand_total":"52.20"}}',
    );
    expect(error).toMatchObject({
      status: 409,
      code: 'checkout.changed',
      message: 'Changed',
      errors: { zip: ['Bad'] },
    });
    expect(error.body).toMatchObject({ cart: { grand_total: 5220 } });
  });

  test('shows no HTML page of a proxy', () => {
    expect(toApiError(502, '<html>', 'text/html')).toMatchObject({ status: 502, code: 'unreadable', message: '' });
  });
});

test('builds a URL from path and query parameters without unset ones', () => {
  expect(
    buildApiUrl(shopperPaths['catalog.product'], {
      params: { slug: 'kaya & roti' },
      query: { lang: 'zh', page: undefined },
    }),
  ).toEqual({
    method: 'GET',
    url: '/api/products/kaya%20%26%20roti?lang=zh',
  });
});
