/**
 * The typed client of the contract in an application that is not the shop: staff's endpoints, a token of its own and
 * its own reactions to refusals, over HTTP.
 */
import { ApiError } from '@shop/contract/api/api-error';
import { createClient } from '@shop/contract/api/client';
import { shopperPaths } from '@shop/contract/api/endpoint-paths';
import { staffPaths } from '@shop/contract/staff/staff-paths';
import { beforeEach, expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();

/** The state of the application: its token, where refusals sent its user, and the messages that it showed. */
let office: { token: string | null; left: string[]; toasts: string[]; days: string[] };
beforeEach(() => {
  office = { token: null, left: [], toasts: [], days: [] };
});

const call = createClient({
  paths: { ...staffPaths, 'cart.get': shopperPaths['cart.get'] },
  host: server.url,
  headers: () => ({ Authorization: `Bearer ${office.token ?? ''}` }),
  onResponse: ({ headers }) => office.days.push(headers.get('date') ?? ''),
  onErrorResponse: ({ status, message }) => {
    if (status === 401) office.left.push('/office/sign-in');
    else if (status === 403) office.left.push('/office/sign-in?ended=1');
    else office.toasts.push(message);
  },
});

const catchRefusal = (request: Promise<unknown>): Promise<ApiError> =>
  request.then(
    () => {
      throw new Error('The call was not refused');
    },
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );

async function signIn(...roles: Parameters<typeof newStaff>[1]) {
  const { email, password, id } = await newStaff(server, roles);
  const { token, staff } = await call('staff.signIn', { body: { email, password } });
  office.token = token;
  return { id, staff };
}

async function place() {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(server.db, { name: 'Kaya', price: 420, stock: 9 }), 2]);
  return (await shopper.place(await shopper.prepare())).body.order;
}

test('signs in, lists and changes orders: path, query and body by the contract, money in sen', async () => {
  const { order_number } = await place();
  const { staff } = await signIn('orders');
  expect(staff.roles).toEqual(['orders']);
  const { data, total } = await call('staff.orders', {
    query: { search: `order_number:${order_number}`, limit: '5', page: undefined },
  });
  expect(total).toBe(1);
  expect(data[0]?.items[0]).toMatchObject({ name: 'Kaya', quantity: 2, price_total: 840 });
  for (const to of ['processing', 'packed', 'delivery'] as const) {
    const { order } = await call('staff.advanceOrder', { params: { id: order_number }, body: { to } });
    expect(order.status).toBe(to);
  }
  const { order } = await call('staff.advanceOrder', {
    params: { id: order_number },
    body: { to: 'complete', cash_collected: '9.90' },
  });
  expect(order.cash_collections).toMatchObject([{ outcome: 'complete', cash_collected: 990 }]);
  expect(office).toMatchObject({ left: [], toasts: [] });
  expect(office.days.every((day) => Date.parse(day) > 0)).toBe(true);
});

test('a refusal has its code, its message in the requested language and its fields, and becomes a toast', async () => {
  const { order_number } = await place();
  await signIn('orders');
  const early = { params: { id: order_number }, body: { to: 'complete' } } as const;
  expect(await catchRefusal(call('staff.advanceOrder', early))).toMatchObject({
    status: 409,
    code: 'order.wrong_status',
  });
  const chinese = await catchRefusal(call('staff.advanceOrder', { ...early, query: { lang: 'zh' } }));
  expect(chinese.message).toMatch(/\p{Script=Han}/u);
  const invalid = await catchRefusal(call('staff.orders', { query: { orderBy: 'made_up' } }));
  expect(invalid).toMatchObject({ status: 422, errors: { orderBy: [expect.stringContaining('made_up')] } });
  expect(office.toasts).toEqual([expect.stringMatching(/./), chinese.message, invalid.message]);
  expect(office.left).toEqual([]);
});

test('400: an idempotency key is sent as its header', async () => {
  await signIn('orders');
  const failure = { params: { id: 'none' }, body: { reason: 'Nobody', outcome: 'retry' } } as const;
  const tooLong = await catchRefusal(call('staff.failDelivery', failure, { idempotencyKey: 'x'.repeat(256) }));
  expect(tooLong.status).toBe(400);
});

test('401 and 403: the application decides where its user goes', async () => {
  expect(await catchRefusal(call('staff.orders', {}))).toMatchObject({ status: 401, code: 'auth.required' });
  const { id } = await signIn('orders');
  await operator(server)('POST', `/accounts/${id}/disable`);
  expect(await catchRefusal(call('staff.orders', {}))).toMatchObject({ status: 401, code: 'auth.required' });
  expect(office.left).toEqual(['/office/sign-in', '/office/sign-in']);
  office.token = `c_${'x'.repeat(43)}`;
  expect(await catchRefusal(call('cart.get', {}))).toMatchObject({ status: 403, code: 'auth.token_invalid' });
  expect(office.left.at(-1)).toBe('/office/sign-in?ended=1');
  expect(office.toasts).toEqual([]);
});

test('404 outside the roles of the account', async () => {
  await signIn('picker');
  expect(await catchRefusal(call('staff.accounts', {}))).toMatchObject({ status: 404, code: 'request.not_found' });
});

test('without a response the code is network or timeout; an abort stays an AbortError', async () => {
  const hang: typeof fetch = (_, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const options = { paths: staffPaths, host: server.url, headers: () => ({}) };
  const patient = createClient({ ...options, fetch: hang });
  const hasty = createClient({ ...options, fetch: hang, timeoutMs: 1 });
  const offline = createClient({ ...options, fetch: () => Promise.reject(new TypeError('fetch failed')) });
  expect(await catchRefusal(hasty('staff.orders', {}))).toMatchObject({ status: 0, code: 'timeout' });
  expect(await catchRefusal(offline('staff.orders', {}))).toMatchObject({ status: 0, code: 'network' });
  const controller = new AbortController();
  const request = patient('staff.orders', {}, { signal: controller.signal });
  controller.abort();
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
});
