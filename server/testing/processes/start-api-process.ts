/** Starts the API and its jobs in a process of their own, for tests that end it or its database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { WITHOUT_OPEN_ORDER_LIMITS } from '../orders/open-order-settings.ts';
import { sendRequest, type TestResponse } from '../test-server.ts';
import { PROCESS_ENV } from './process-env.ts';

export type ApiProcess = {
  child: ChildProcess;
  url: string;
  api(method: string, path: string, options?: object): Promise<TestResponse>;
};

/** Starts the process and resolves when it listens for requests; rejects if it ends before. The caller ends it. */
export async function startApiProcess(env: Record<string, string | undefined>): Promise<ApiProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'api-process.ts')], {
    env: { ...PROCESS_ENV, ...WITHOUT_OPEN_ORDER_LIMITS, RATE_LIMIT: '1000000', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text;
      // Lines of the log may come before the address.
      const [, address] = /^(http\S+)\n/m.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it listened`)));
  });
  return { child, url, api: (method, path, options) => sendRequest(`${url}/api${path}`, method, options) };
}
