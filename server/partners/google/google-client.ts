/**
 * Sign-in with Google (docs/partners.md#5): exchanges the authorization code with the client's secret and the
 * browser's PKCE verifier, and verifies the ID token before using anything in it.
 */
import * as v from 'valibot';
import { outbound } from '../outbound.ts';

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** The browser opens this address; the server calls the others. */
  authorizeUrl: string;
  tokenUrl: string;
  jwksUrl: string;
};

/** Parameters that the browser brought back. */
export type GoogleCode = { code: string; code_verifier: string; redirect_uri: string; nonce: string };

/** The Google account that signed in. */
export type GoogleIdentity = {
  /** The only identifier of a Google account. */
  subject: string;
  email: string;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
};

export type GoogleClient = {
  clientId: string;
  authorizeUrl: string;
  /** Null if the response cannot be trusted: a wrong code, signature, audience or nonce, or an unverified email. */
  identify(code: GoogleCode, now: Date): Promise<GoogleIdentity | null>;
};

const tokens = v.object({ id_token: v.string() });

const name = v.optional(v.nullable(v.string()), null);
const claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  nonce: v.string(),
  email: v.string(),
  email_verified: v.literal(true),
  name,
  given_name: name,
  family_name: name,
});

/** Google writes its issuer with and without the scheme. */
const issuersOf = (issuer: string): string[] => [issuer, issuer.replace(/^https:\/\//, '')];

/**
 * Whether an ID token was issued to this client alone. `jwtVerify` accepts an `aud` list that contains the client; a
 * token that names another client as well could have been issued for that one (OpenID Connect Core §3.1.3.7).
 */
const isForThisClient = ({ aud, azp }: { aud?: unknown; azp?: unknown }, clientId: string): boolean =>
  [aud].flat().every((audience) => audience === clientId) && (azp === undefined || azp === clientId);

/** Creates a client from the settings. */
export function createGoogleClient(settings: GoogleSettings): GoogleClient {
  const request = outbound('Google');

  /** Google's keys, cached by jose and fetched within our time-outs. Loaded with the first sign-in. */
  const withKeys = async () => {
    const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose');
    const keys = createRemoteJWKSet(new URL(settings.jwksUrl), {
      [customFetch]: async (url: string) => {
        const { status, headers, text } = await request(url, { method: 'GET' });
        return new Response(text, { status, headers: { ...headers } });
      },
    });
    return { keys, jwtVerify };
  };
  let verifier: ReturnType<typeof withKeys> | undefined;

  async function idTokenOf({ code, code_verifier, redirect_uri }: GoogleCode): Promise<string | null> {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier,
      redirect_uri,
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
    });
    const { status, text } = await request(settings.tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
    return status === 200 ? v.parse(tokens, JSON.parse(text)).id_token : null;
  }

  return {
    clientId: settings.clientId,
    authorizeUrl: settings.authorizeUrl,
    async identify(code, now) {
      try {
        const idToken = await idTokenOf(code);
        if (idToken === null) return null;
        verifier ??= withKeys();
        const { keys, jwtVerify } = await verifier;
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: issuersOf(settings.issuer),
          audience: settings.clientId,
          requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
          clockTolerance: 60,
          currentDate: now,
        });
        if (!isForThisClient(payload, settings.clientId)) return null;
        const profile = v.parse(claims, payload);
        if (profile.nonce !== code.nonce) return null;
        const { sub: subject, email, given_name: firstName, family_name: lastName } = profile;
        return { subject, email, name: profile.name, firstName, lastName };
      } catch {
        // Any failure means no sign-in; the partner's error may contain secrets, which must not be logged.
        return null;
      }
    },
  };
}
