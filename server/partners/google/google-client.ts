/**
 * Sign-in with Google (docs/partners.md#5): exchanges the authorization code with the client's secret and the
 * browser's PKCE verifier, or takes the ID token that the app got, and verifies it before using anything in it.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { createOutbound } from '../outbound.ts';

type AppClientIds = { ios: string | null; android: string | null };

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  /** Clients of the apps of the same project; null where an app has none. */
  appClientIds: AppClientIds;
  issuer: string;
  /** The browser opens this address; the server calls the others. */
  authorizeUrl: string;
  tokenUrl: string;
  jwksUrl: string;
};

/** Parameters that the browser brought back. */
type GoogleCode = { code: string; code_verifier: string; redirect_uri: string; nonce: string };

/** The ID token that the app got from Google's dialog, and the secret whose SHA-256 is the token's nonce. */
type GoogleToken = { id_token: string; nonce: string };

export type GoogleProof = GoogleCode | GoogleToken;

/** The Google account that signed in. */
export type GoogleIdentity = {
  /** The only identifier of a Google account. */
  subject: string;
  email: string;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
};

export type GoogleVerifier = {
  clientId: string;
  appClientIds: AppClientIds;
  authorizeUrl: string;
  /** Null if the proof cannot be trusted: a wrong code, signature, audience or nonce, or an unverified email. */
  identify(proof: GoogleProof, now: Date): Promise<GoogleIdentity | null>;
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

/** Lists the forms of an issuer: Google writes its own with and without the scheme. */
const listIssuers = (issuer: string): string[] => [issuer, issuer.replace(/^https:\/\//, '')];

/** The clients that a token may name as its audience (`aud`) and as its requester (`azp`). */
type TokenClients = { audiences: readonly unknown[]; requesters: readonly unknown[] };

/**
 * Returns whether an ID token was issued to our clients alone. `jwtVerify` accepts an `aud` list that contains one of
 * them; a token that also names another client could have been issued for that one (OpenID Connect Core §3.1.3.7).
 */
const isIssuedTo = ({ aud, azp }: { aud?: unknown; azp?: unknown }, { audiences, requesters }: TokenClients): boolean =>
  [aud].flat().every((each) => audiences.includes(each)) && (azp === undefined || requesters.includes(azp));

/** Hashes a secret to its nonce: a token without the secret, such as one from a log, signs no one in. */
const hashNonce = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Creates a client from the settings. */
export function createGoogleClient(settings: GoogleSettings): GoogleVerifier {
  const request = createOutbound('Google');

  /** Google's keys, cached by jose and fetched within our time-outs. Loaded with the first sign-in. */
  const loadKeys = async () => {
    const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose');
    const keys = createRemoteJWKSet(new URL(settings.jwksUrl), {
      [customFetch]: async (url: string) => {
        const { status, headers, text } = await request(url, { method: 'GET' });
        return new Response(text, { status, headers: { ...headers } });
      },
    });
    return { keys, jwtVerify };
  };
  let verifier: ReturnType<typeof loadKeys> | undefined;

  async function fetchIdToken({ code, code_verifier, redirect_uri }: GoogleCode): Promise<string | null> {
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

  const { clientId, appClientIds } = settings;
  const apps = [appClientIds.ios, appClientIds.android].filter((each) => each !== null);
  /** Google's SDKs name the app as the requester, and the web's client, whose id they are given, as the audience. */
  const clients = {
    web: { audiences: [clientId], requesters: [clientId] },
    app: { audiences: [clientId, ...apps], requesters: apps },
  };

  return {
    clientId,
    appClientIds,
    authorizeUrl: settings.authorizeUrl,
    async identify(proof, now) {
      try {
        const isFromApp = 'id_token' in proof;
        const idToken = isFromApp ? proof.id_token : await fetchIdToken(proof);
        if (idToken === null || (isFromApp && apps.length === 0)) return null;
        const ours = clients[isFromApp ? 'app' : 'web'];
        verifier ??= loadKeys();
        const { keys, jwtVerify } = await verifier;
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: listIssuers(settings.issuer),
          audience: ours.audiences,
          requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
          clockTolerance: 60,
          currentDate: now,
        });
        if (!isIssuedTo(payload, ours)) return null;
        const profile = v.parse(claims, payload);
        if (profile.nonce !== (isFromApp ? hashNonce(proof.nonce) : proof.nonce)) return null;
        const { sub: subject, email, given_name: firstName, family_name: lastName } = profile;
        return { subject, email, name: profile.name, firstName, lastName };
      } catch {
        // Any failure means no sign-in; the partner's error may contain secrets, which must not be logged.
        return null;
      }
    },
  };
}
