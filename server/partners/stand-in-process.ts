/**
 * The own process of a payment provider's stand-in, started by `run-stand-in.ts` with its program as JSON. It reports
 * its address and ends with the process that started it, however that ends. Never in production.
 */
import type { StandInProgram } from './run-stand-in.ts';
import { type Reply, type StandInRequest, startStandIn } from './stand-in.ts';

if (process.env.NODE_ENV === 'production') {
  process.stderr.write('The stand-in gateway does not run in production\n');
  process.exit(1);
}

// Ctrl-C reaches every process of the terminal; the shop ends this one after its own last requests.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));

/** Loads the stand-in of one provider alone. */
async function createStandIn(program: StandInProgram): Promise<(request: StandInRequest) => Promise<Reply>> {
  switch (program.provider) {
    case 'ipay88': {
      const { createIPay88StandIn } = await import('./ipay88/stand-in.ts');
      return createIPay88StandIn(program.settings.account, program.settings.file);
    }
    case 'tng': {
      const { createTngStandIn } = await import('./tng/stand-in.ts');
      return createTngStandIn(program.settings);
    }
  }
}

const program: StandInProgram = JSON.parse(process.argv[2] ?? '');
const { url } = await startStandIn(program.port, await createStandIn(program));
process.send?.({ url });
