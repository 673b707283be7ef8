/** The service account of a Firebase project: the JSON file that its console gives out. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

export type ServiceAccount = {
  projectId: string;
  clientEmail: string;
  keyId: string | null;
  tokenUri: string;
  /** The private key; an object, so that no log or error contains it. */
  signingKey(): Promise<KeyObject>;
};

/** Google's token endpoints. The account's signed assertion goes to no other host (docs/security.md#c23). */
const TOKEN_HOSTS = ['oauth2.googleapis.com', 'accounts.google.com'];

/** Returns whether the account's `token_uri` is one of Google's. */
export function isGoogleTokenUri(tokenUri: string): boolean {
  const { protocol, host } = new URL(tokenUri);
  return protocol === 'https:' && TOKEN_HOSTS.includes(host);
}

const FILE_RULE = 'must be a service account’s JSON, or the path of its file';
const describeMissing = (name: string) => `${FILE_RULE}: ${name} is missing or wrong`;

function parseRsaKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

const field = (name: string, pattern: RegExp) =>
  v.pipe(v.string(describeMissing(name)), v.regex(pattern, describeMissing(name)));

const accountFile = v.object(
  {
    type: v.literal('service_account', describeMissing('type')),
    project_id: field('project_id', /^[a-z0-9.:-]{1,100}$/),
    client_email: field('client_email', /^\S+@\S+$/),
    private_key_id: v.optional(v.nullable(v.string(describeMissing('private_key_id'))), null),
    private_key: v.pipe(
      v.string(describeMissing('private_key')),
      v.transform(parseRsaKey),
      v.check((key) => key !== null, describeMissing('private_key')),
    ),
    token_uri: v.pipe(
      v.string(describeMissing('token_uri')),
      v.check((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), describeMissing('token_uri')),
    ),
  },
  // For a missing member, `expected` is its name in quotes.
  ({ expected }) => (expected.startsWith('"') ? describeMissing(expected.slice(1, -1)) : FILE_RULE),
);

/** Reads the JSON in the text, or in the file that it names; undefined if there is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Parses the setting: JSON, or the path of a file. If it is invalid, returns the reason, which quotes nothing because a
 * key may be in the text.
 */
export function readServiceAccount(text: string): ServiceAccount | { wrong: string } {
  const json = readJson(text);
  if (json === undefined) return { wrong: FILE_RULE };
  const parsed = v.safeParse(accountFile, json);
  if (!parsed.success) return { wrong: parsed.issues[0].message };
  const { project_id, client_email, private_key_id, private_key, token_uri } = parsed.output;
  if (private_key === null) return { wrong: describeMissing('private_key') };
  return {
    projectId: project_id,
    clientEmail: client_email,
    keyId: private_key_id,
    tokenUri: token_uri,
    signingKey: async () => private_key,
  };
}
