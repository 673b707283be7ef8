import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const { api } = await testServer();

test('GET /payment_methods answers what is offered: cash on delivery until gateways join', async () => {
  const { status, body } = await api('GET', '/payment_methods');
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [{ id: expect.any(String), code: 'cod', name: 'Cash on delivery', gateway: null, note: expect.any(String) }],
  });
  expect((await api('GET', '/payment_methods?lang=zh')).body.data[0].name).toBe('货到付款');
});
