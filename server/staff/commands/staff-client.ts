/**
 * Calls the staff API of the running shop. On the shop's own machine the token in the data folder signs in; elsewhere
 * `STAFF_TOKEN` does, and `PUBLIC_URL` names the shop.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandFailed } from '../../command-line.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function connectionOf(env: Environment): { api: string; token: string } {
  if (env.STAFF_TOKEN) {
    if (!env.PUBLIC_URL) throw new CommandFailed('Set PUBLIC_URL to the address of the shop');
    return { api: `${env.PUBLIC_URL.replace(/\/+$/, '')}/api/staff`, token: env.STAFF_TOKEN };
  }
  const path = join(resolve(env.DATA_DIR || './data'), 'operator-token');
  try {
    return { api: `http://localhost:${env.PORT || 3000}/api/staff`, token: readFileSync(path, 'utf8') };
  } catch {
    throw new CommandFailed(`There is no ${path}: start the shop once, or set STAFF_TOKEN and PUBLIC_URL`);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: commands print the shop's responses
type Json = any;
export type StaffClient = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Json>;

/** Makes a client. Its calls throw `CommandFailed` with the shop's message. */
export function staffClient(env: Environment): StaffClient {
  const { api, token } = connectionOf(env);
  return async (method, path, body) => {
    const request = fetch(`${api}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await request.catch(() => {
      throw new CommandFailed(`No shop responds at ${api}; is it running?`);
    });
    const data: Json = await response.json().catch(() => ({ message: `The shop answered ${response.status}` }));
    if (!response.ok) throw new CommandFailed(data.message);
    return data;
  };
}
