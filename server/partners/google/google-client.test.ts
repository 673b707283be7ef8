import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { createGoogleClient } from './google-client.ts';

const OURS = 'our-client';
const NOW = new Date('2026-11-20T02:00:00Z');
const { publicKey, privateKey } = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };

/** The ID token of the token endpoint's next response. */
let idToken = '';
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(request.url === '/certs' ? { keys: [jwk] } : { id_token: idToken }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const google = createGoogleClient({
  clientId: OURS,
  clientSecret: 'secret',
  issuer,
  authorizeUrl: `${issuer}/authorize`,
  tokenUrl: `${issuer}/token`,
  jwksUrl: `${issuer}/certs`,
});

async function identify(audience: string | string[], claims: object = {}) {
  idToken = await new SignJWT({ nonce: 'n', email: 'mei@example.com', email_verified: true, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setSubject('1')
    .setAudience(audience)
    .setIssuedAt(NOW)
    .setExpirationTime(new Date(NOW.getTime() + 60_000))
    .sign(privateKey);
  const code = { code: 'c', code_verifier: 'v', redirect_uri: 'http://localhost/signin', nonce: 'n' };
  return (await google.identify(code, NOW))?.subject ?? null;
}

test('accepts a token for this client only', async () => {
  expect(await identify(OURS)).toBe('1');
  expect(await identify([OURS])).toBe('1');
  expect(await identify(OURS, { azp: OURS })).toBe('1');
});

test('refuses a token for another client, even beside this one (docs/security.md#accounts)', async () => {
  expect(await identify('another-client')).toBeNull();
  expect(await identify([OURS, 'another-client'])).toBeNull();
  expect(await identify([OURS, 'another-client'], { azp: OURS })).toBeNull();
  expect(await identify(OURS, { azp: 'another-client' })).toBeNull();
});
