/**
 * The stand-in gateway's own process, started by `run-stand-in.ts` with its settings as JSON. It reports its address
 * and ends with the process that started it, however that ends. Never in production.
 */
import { standIn } from '../stand-in.ts';
import type { StandInSettings } from './run-stand-in.ts';
import { ipay88StandIn } from './stand-in.ts';

if (process.env.NODE_ENV === 'production') {
  process.stderr.write('The stand-in gateway does not run in production\n');
  process.exit(1);
}

// Ctrl-C reaches every process of the terminal; the shop ends this one after its own last requests.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));

const { port, account, file }: StandInSettings = JSON.parse(process.argv[2] ?? '');
const { url } = await standIn(port, ipay88StandIn(account, file));
process.send?.({ url });
