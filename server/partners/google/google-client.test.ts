import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
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
const SETTINGS = {
  clientId: OURS,
  clientSecret: 'secret',
  appClientIds: { ios: 'our-ios', android: 'our-android' },
  issuer,
  authorizeUrl: `${issuer}/authorize`,
  tokenUrl: `${issuer}/token`,
  jwksUrl: `${issuer}/certs`,
};
const google = createGoogleClient(SETTINGS);

const sign = (audience: string | string[], claims: object): Promise<string> =>
  new SignJWT({ email: 'mei@example.com', email_verified: true, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setSubject('1')
    .setAudience(audience)
    .setIssuedAt(NOW)
    .setExpirationTime(new Date(NOW.getTime() + 60_000))
    .sign(privateKey);

async function identify(audience: string | string[], claims: object = {}) {
  idToken = await sign(audience, { nonce: 'n', ...claims });
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

describe('the token that the app got (docs/partners.md#5)', () => {
  const SECRET = 'a secret of the app';
  const nonce = createHash('sha256').update(SECRET).digest('base64url');
  const identifyApp = async (claims: object, audience: string | string[] = OURS, client = google) => {
    const proof = { id_token: await sign(audience, { nonce, ...claims }), nonce: SECRET };
    return (await client.identify(proof, NOW))?.subject ?? null;
  };

  test.each([['our-ios'], ['our-android']])('signs in the app that requested it: %s', async (azp) => {
    expect(await identifyApp({ azp })).toBe('1');
    // Without the web's client, an app's token is for itself.
    expect(await identifyApp({ azp }, azp)).toBe('1');
  });

  test('is refused for another audience or requester, another secret, and a shop without apps', async () => {
    expect(await identifyApp({ azp: 'another-app' })).toBeNull();
    expect(await identifyApp({ azp: OURS })).toBeNull();
    expect(await identifyApp({ azp: 'our-ios' }, 'another-client')).toBeNull();
    expect(await identifyApp({ azp: 'our-ios' }, [OURS, 'another-client'])).toBeNull();
    expect(await identifyApp({ azp: 'our-ios', nonce: SECRET })).toBeNull();
    expect(await identifyApp({ azp: 'our-ios', email_verified: false })).toBeNull();
    const web = createGoogleClient({ ...SETTINGS, appClientIds: { ios: null, android: null } });
    expect(await identifyApp({}, OURS, web)).toBeNull();
  });

  test('is refused as the result of a code', async () => {
    expect(await identify(OURS, { azp: 'our-ios' })).toBeNull();
  });
});
