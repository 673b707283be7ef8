/**
 * Preloaded into a process: writes the address of each module of OpenTelemetry that it loads to the file `LOADED_FILE`.
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env.LOADED_FILE ?? '';

registerHooks({
  load(url, context, nextLoad) {
    if (url.includes('@opentelemetry')) appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
