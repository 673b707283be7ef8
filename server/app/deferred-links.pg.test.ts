/** Tests concurrent claims, on PostgreSQL only: the embedded engine has one connection, so there is no race to lose. */
import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const { api } = await testServer();

const PARALLEL = 8;

test('of several claims of one token at once, one gets the page', async () => {
  for (let round = 0; round < 5; round++) {
    const { token } = (await api('POST', '/deferred-deeplink', { body: { url: '/brands' } })).body;
    const claims = await Promise.all(
      Array.from({ length: PARALLEL }, () => api('GET', `/deferred-deeplink?type=02&token=${token}`)),
    );
    expect(claims.map(({ status }) => status)).toEqual(claims.map(() => 200));
    const urls = claims.map(({ body }) => body.url).filter((url) => url !== null);
    expect(urls).toEqual([expect.stringMatching(/\/brands$/)]);
  }
});
