/** Signs in at the stand-in for Google, as a browser does. */
import { createHash, randomBytes } from 'node:crypto';
import { STAND_IN_PEOPLE } from '../partners/google/stand-in.ts';
import type { TestServer } from './test-server.ts';

const REDIRECT_URL = 'http://localhost:3000/signin';
const LOGIN_STATE = 'a state';

/** Subjects of the stand-in's people; Sam's email was never verified. */
export const [MEI = '', ARIF = '', SAM = '', , WEI_JIE = ''] = STAND_IN_PEOPLE.map((person) => person.sub);

/** Authorizes as the person, and returns the code with its verifier and nonce. */
export async function authorize({ api }: Pick<TestServer, 'api'>, sub: string) {
  const { client_id, authorize_url } = (await api('GET', '/settings')).body.google;
  const code_verifier = randomBytes(32).toString('base64url');
  const nonce = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    client_id,
    redirect_uri: REDIRECT_URL,
    response_type: 'code',
    scope: 'openid email profile',
    state: LOGIN_STATE,
    nonce,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = await (await fetch(`${authorize_url}?${query}`)).text();
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => (link ?? '').replaceAll('&amp;', '&'));
  const link = links.find((each) => each.includes(`person=${sub}`)) ?? '';
  const { headers } = await fetch(new URL(link, authorize_url), { redirect: 'manual' });
  const returnUrl = new URL(headers.get('location') ?? '');
  if (returnUrl.searchParams.get('state') !== LOGIN_STATE) throw new Error('Google brought back another state');
  return { code: returnUrl.searchParams.get('code') ?? '', code_verifier, redirect_uri: REDIRECT_URL, nonce };
}

/** Signs the person in at the dialog of the Android app, and returns the token with its secret. */
export async function openDialog({ api }: Pick<TestServer, 'api'>, sub: string) {
  const { authorize_url, app_client_ids } = (await api('GET', '/settings')).body.google;
  const nonce = randomBytes(16).toString('base64url');
  const url = new URL('/app-token', authorize_url);
  url.searchParams.set('person', sub);
  url.searchParams.set('client_id', app_client_ids.android);
  url.searchParams.set('nonce', createHash('sha256').update(nonce).digest('base64url'));
  const { id_token } = (await (await fetch(url)).json()) as { id_token: string };
  return { id_token, nonce };
}
