/** Access tokens of a service account (docs/partners.md#3): a signed JWT is exchanged for a token of about an hour. */
import * as v from 'valibot';
import { createOutbound, type OutboundLimits } from '../outbound.ts';
import type { ServiceAccount } from './service-account.ts';

export const FCM_SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
export const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Life of the JWT; Google accepts at most an hour. */
const JWT_SECONDS = 3_600;
/** Time before its expiry from which a token is renewed, so that it does not expire on its way. */
const RENEW_BEFORE_MS = 60_000;

const tokenResponse = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)),
});
const failure = v.object({ error: v.pipe(v.string(), v.regex(/^\w{1,40}$/)) });

export type AccessTokens = {
  /** Returns a token, requested at most once for all concurrent callers. */
  current(): Promise<string>;
  /** Returns a token other than `refused`. */
  renew(refused: string): Promise<string>;
};

/** Requests and caches the account's tokens. */
export function createAccessTokens(account: ServiceAccount, clock: () => Date, limits: OutboundLimits): AccessTokens {
  const request = createOutbound('FCM’s token endpoint', limits);
  let cached: { token: string; until: number } | null = null;
  let renewal: Promise<string> | null = null;

  async function signAssertion(): Promise<string> {
    const { SignJWT } = await import('jose');
    const at = Math.floor(clock().getTime() / 1_000);
    return new SignJWT({ scope: FCM_SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(account.keyId !== null && { kid: account.keyId }) })
      .setIssuer(account.clientEmail)
      .setAudience(account.tokenUri)
      .setIssuedAt(at)
      .setExpirationTime(at + JWT_SECONDS)
      .sign(await account.signingKey());
  }

  async function requestToken(): Promise<string> {
    const { status, text } = await request(account.tokenUri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: JWT_GRANT, assertion: await signAssertion() }).toString(),
    });
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), tokenResponse), text);
    if (status !== 200 || !parsed.success) {
      const why = v.safeParse(v.pipe(v.string(), v.parseJson(), failure), text);
      throw new Error(`FCM’s token endpoint answered ${status}${why.success ? ` ${why.output.error}` : ''}`);
    }
    const { access_token, expires_in } = parsed.output;
    cached = { token: access_token, until: clock().getTime() + expires_in * 1_000 - RENEW_BEFORE_MS };
    return access_token;
  }

  const requestOnce = (): Promise<string> => {
    renewal ??= requestToken().finally(() => {
      renewal = null;
    });
    return renewal;
  };

  return {
    async current() {
      return cached !== null && clock().getTime() < cached.until ? cached.token : requestOnce();
    },
    async renew(refused) {
      // Another caller may have renewed it already.
      return cached !== null && cached.token !== refused ? cached.token : requestOnce();
    },
  };
}
