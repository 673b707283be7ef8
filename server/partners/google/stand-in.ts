/** The stand-in for Google: a page to choose one of a few people, the exchange of a code, and its own signing key. */
import { createHash, randomBytes } from 'node:crypto';
import type { CryptoKey, JWK } from 'jose';
import { escapeHtml } from '../../http/escape-html.ts';
import { buildJsonReply, type Reply, type StandInRequest } from '../stand-in.ts';

export type Person = { sub: string; email: string; email_verified: boolean; given_name: string; family_name: string };

/** The people to choose from. Sam's email was never verified: a shop must not trust it. */
export const STAND_IN_PEOPLE: readonly Person[] = [
  {
    sub: '100000000000000000001',
    email: 'mei.google@example.com',
    email_verified: true,
    given_name: 'Mei Ling',
    family_name: 'Tan',
  },
  {
    sub: '100000000000000000002',
    email: 'arif.google@example.com',
    email_verified: true,
    given_name: 'Arif',
    family_name: 'Rahman',
  },
  {
    sub: '100000000000000000003',
    email: 'unverified.google@example.com',
    email_verified: false,
    given_name: 'Sam',
    family_name: 'Lim',
  },
  {
    sub: '100000000000000000004',
    email: 'puteri.google@example.com',
    email_verified: true,
    given_name: 'Puteri',
    family_name: 'Hassan',
  },
  {
    sub: '100000000000000000005',
    email: 'weijie.google@example.com',
    email_verified: true,
    given_name: 'Wei Jie',
    family_name: 'Ng',
  },
  {
    sub: '100000000000000000006',
    email: 'nurul.google@example.com',
    email_verified: true,
    given_name: 'Nurul',
    family_name: 'Aziz',
  },
];

type IssuedCode = {
  person: Person;
  client_id: string;
  redirect_uri: string;
  challenge: string;
  nonce: string;
  until: number;
};

const CODE_LIFE_MS = 60_000;
const TOKEN_LIFE_SECONDS = 3_600;
const KEY_ID = 'stand-in';

function renderChoosingPage(query: URLSearchParams): Reply {
  const rows = STAND_IN_PEOPLE.map((person) => {
    const link = new URLSearchParams(query);
    link.set('person', person.sub);
    const note = person.email_verified ? '' : ' (email not verified)';
    return `<p><a href="/choose?${escapeHtml(link.toString())}">${escapeHtml(`${person.given_name} ${person.family_name}`)}<br>
${escapeHtml(person.email)}${note}</a></p>`;
  });
  const cancel = `/cancel?${escapeHtml(query.toString())}`;
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Choose an account</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>body{font:18px/1.5 system-ui,sans-serif;max-width:26rem;margin:2rem auto;padding:0 1rem}
a{display:block;padding:1rem;border:1px solid #777;border-radius:8px;color:#111}</style></head>
<body><main><h1>Choose an account</h1><p>This is the stand-in for Google: no real account is used.</p>${rows.join('\n')}
<p><a href="${cancel}">Cancel</a></p></main></body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Returns to the shop, as Google does when someone cancels. */
function returnCanceled(query: URLSearchParams): Reply {
  const redirect = URL.parse(query.get('redirect_uri') ?? '');
  if (redirect === null) return buildErrorReply('invalid_request');
  redirect.searchParams.set('error', 'access_denied');
  redirect.searchParams.set('state', query.get('state') ?? '');
  return { status: 302, headers: { location: redirect.href } };
}

const buildErrorReply = (error: string): Reply =>
  buildJsonReply(400, { error, error_description: 'Said by the stand-in for Google.' });

/** Responds like Google's authorization, token and key endpoints. `issuer` is read once the stand-in listens. */
export function createGoogleStandIn(client: { id: string; secret: string }, clock: () => Date, issuer: () => string) {
  const issued = new Map<string, IssuedCode>();
  // Generating a key takes a tenth of a second, so it is generated with the first token.
  const makeKey = async () => {
    const { exportJWK, generateKeyPair } = await import('jose');
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
    return { privateKey: privateKey as CryptoKey, jwk };
  };
  let keyPromise: ReturnType<typeof makeKey> | undefined;
  const loadKey = () => {
    keyPromise ??= makeKey();
    return keyPromise;
  };

  function choose(query: URLSearchParams): Reply {
    const person = STAND_IN_PEOPLE.find(({ sub }) => sub === query.get('person'));
    const redirect = URL.parse(query.get('redirect_uri') ?? '');
    if (person === undefined || redirect === null) return buildErrorReply('invalid_request');
    const code = randomBytes(24).toString('base64url');
    issued.set(code, {
      person,
      client_id: query.get('client_id') ?? '',
      redirect_uri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      until: clock().getTime() + CODE_LIFE_MS,
    });
    redirect.searchParams.set('code', code);
    redirect.searchParams.set('state', query.get('state') ?? '');
    return { status: 302, headers: { location: redirect.href } };
  }

  /** Issues an ID token to an app, as Google's SDK does after a person was chosen in its dialog. */
  async function issueToApp(query: URLSearchParams): Promise<Reply> {
    const person = STAND_IN_PEOPLE.find(({ sub }) => sub === query.get('person'));
    if (person === undefined) return buildErrorReply('invalid_request');
    const claims = { person, nonce: query.get('nonce') ?? '', azp: query.get('client_id') ?? '' };
    return buildJsonReply(200, { id_token: await signIdToken(claims) });
  }

  async function signIdToken({
    person,
    nonce,
    azp,
  }: Pick<IssuedCode, 'person' | 'nonce'> & { azp?: string }): Promise<string> {
    const { SignJWT } = await import('jose');
    const at = Math.floor(clock().getTime() / 1_000);
    return new SignJWT({
      ...person,
      name: `${person.given_name} ${person.family_name}`,
      nonce,
      ...(azp !== undefined && { azp }),
    })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuer(issuer())
      .setAudience(client.id)
      .setIssuedAt(at)
      .setExpirationTime(at + TOKEN_LIFE_SECONDS)
      .sign((await loadKey()).privateKey);
  }

  async function exchange(form: URLSearchParams): Promise<Reply> {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      return buildErrorReply('invalid_client');
    const code = form.get('code') ?? '';
    const grant = issued.get(code);
    issued.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      grant !== undefined &&
      grant.until > clock().getTime() &&
      grant.client_id === client.id &&
      grant.redirect_uri === form.get('redirect_uri') &&
      grant.challenge === challenge;
    if (!isGood) return buildErrorReply('invalid_grant');
    return buildJsonReply(200, {
      id_token: await signIdToken(grant),
      token_type: 'Bearer',
      expires_in: TOKEN_LIFE_SECONDS,
    });
  }

  return async ({ method, url, body }: StandInRequest): Promise<Reply> => {
    const query = url.searchParams;
    const isPkce = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256';
    if (method === 'GET' && url.pathname === '/authorize')
      return isPkce ? renderChoosingPage(query) : buildErrorReply('invalid_request');
    if (method === 'GET' && url.pathname === '/choose') return choose(query);
    if (method === 'GET' && url.pathname === '/cancel') return returnCanceled(query);
    if (method === 'POST' && url.pathname === '/token') return exchange(new URLSearchParams(body));
    if (method === 'GET' && url.pathname === '/app-token') return issueToApp(query);
    if (method === 'GET' && url.pathname === '/certs') return buildJsonReply(200, { keys: [(await loadKey()).jwk] });
    return { status: 404 };
  };
}
