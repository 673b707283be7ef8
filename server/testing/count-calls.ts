/** Counts calls of functions, by V8's precise coverage. */
import { Session } from 'node:inspector/promises';

/** A function whose calls are counted by its name. */
type Named = { name: string };

/** Runs `work` and counts, by name, how often it called each of the functions. */
export async function countCalls<T>(
  functions: readonly Named[],
  work: () => Promise<T>,
): Promise<{ result: T; calls: Record<string, number> }> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const result = await work();
    const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const calls = Object.fromEntries(functions.map(({ name }) => [name, 0]));
    for (const { functionName, ranges } of scripts.flatMap((script) => script.functions)) {
      const before = calls[functionName];
      if (before !== undefined) calls[functionName] = before + (ranges[0]?.count ?? 0);
    }
    return { result, calls };
  } finally {
    session.disconnect();
  }
}
