/** Counts calls of functions, by V8's precise coverage. */
import { Session } from 'node:inspector/promises';

/** Runs `work` and counts how often it called each of the functions, by their names. */
export async function countCalls<T>(
  functions: readonly { name: string }[],
  work: () => Promise<T>,
): Promise<{ result: T; calls: number[] }> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const result = await work();
    const coverage = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const counts = new Map<string, number>();
    for (const { functionName, ranges } of coverage.result.flatMap((script) => script.functions)) {
      counts.set(functionName, (counts.get(functionName) ?? 0) + (ranges[0]?.count ?? 0));
    }
    return { result, calls: functions.map(({ name }) => counts.get(name) ?? 0) };
  } finally {
    session.disconnect();
  }
}
