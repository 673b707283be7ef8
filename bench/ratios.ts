/**
 * Measures rates as ratios to bare node:http. A shared machine changes speed by the second: subject and bare server
 * take turns, each turn is divided by those before and after it, and the median counts.
 */
import { type Load, type LoadResult, runLoad, serializeRequest } from './load.ts';
import { readProcessorTime, type StartedProcess } from './processes.ts';
import { median, reportProgress } from './report.ts';

export const CONNECTIONS = 16;
const HELLO_SECONDS = 1;
const WARM_UP_SECONDS = 1;
const ROUNDS = 3;

/** A kind of request whose rate (requests a second) is measured. */
export type Subject = {
  name: string;
  /** Seconds of each of its turns. */
  seconds: number;
  /** Seconds of warm-up before the first turn. */
  warmUp?: number;
  /** The measured server, if it is not the shop. */
  server?: StartedProcess;
  /** A new load for one turn. */
  load(): Pick<Load, 'next' | 'keepBody'>;
  /** Number of completed units so far, if a unit is more than one response. */
  completed?(): number;
};

export type Ratio = {
  /** Share of the bare server's rate. */
  ratio: number;
  perSecond: number;
  failed: number;
  /** Server processor time per unit in milliseconds; null without /proc. */
  processor: number | null;
};

type TurnResult = { perSecond: number; failed: number; processor: number | null };

async function runTurn(server: StartedProcess, subject: Subject, seconds: number): Promise<TurnResult> {
  const [doneBefore, timeBefore] = [subject.completed?.() ?? 0, readProcessorTime(server.pid)];
  const result: LoadResult = await runLoad({ port: server.port, connections: CONNECTIONS, seconds, ...subject.load() });
  const timeAfter = readProcessorTime(server.pid);
  const units = subject.completed === undefined ? result.requests : subject.completed() - doneBefore;
  const usedTime = timeBefore === null || timeAfter === null ? null : timeAfter - timeBefore;
  return {
    perSecond: units / result.seconds,
    failed: result.failed,
    processor: usedTime === null ? null : usedTime / units,
  };
}

const HELLO_BYTES = serializeRequest('GET', '/');
const HELLO_SUBJECT: Subject = { name: 'hello', seconds: HELLO_SECONDS, load: () => ({ next: () => HELLO_BYTES }) };

/** Returns a subject that repeats one request. */
export function repeatRequest(
  name: string,
  path: string,
  headers: Record<string, string> = {},
  seconds = 1.5,
): Subject {
  const bytes = serializeRequest('GET', path, headers);
  return { name, seconds, load: () => ({ next: () => bytes }) };
}

/**
 * Measures every subject against the bare server, after a turn of each to warm up. Returns the results in the order of
 * the subjects.
 */
export async function measureRatios(hello: StartedProcess, shop: StartedProcess, subjects: readonly Subject[]) {
  const rounds = subjects.map((): { ratio: number; turn: TurnResult }[] => []);
  const hellos: TurnResult[] = [];
  const sayHello = async () => {
    const turn = await runTurn(hello, HELLO_SUBJECT, HELLO_SECONDS);
    hellos.push(turn);
    return turn.perSecond;
  };
  await sayHello();
  for (const subject of subjects) await runTurn(subject.server ?? shop, subject, subject.warmUp ?? WARM_UP_SECONDS);
  hellos.length = 0;
  for (let round = 0; round < ROUNDS; round++) {
    reportProgress(`  round ${round + 1} of ${ROUNDS}`);
    let before = await sayHello();
    for (const [index, subject] of subjects.entries()) {
      const turnResult = await runTurn(subject.server ?? shop, subject, subject.seconds);
      const after = await sayHello();
      rounds[index]?.push({ ratio: turnResult.perSecond / ((before + after) / 2), turn: turnResult });
      before = after;
    }
  }
  const combineTurns = (turns: readonly TurnResult[], ratio: number): Ratio => {
    const processor = turns.flatMap((each) => each.processor ?? []);
    return {
      ratio,
      perSecond: median(turns.map((each) => each.perSecond)),
      failed: turns.reduce((sum, each) => sum + each.failed, 0),
      processor: processor.length === 0 ? null : median(processor),
    };
  };
  return {
    hello: combineTurns(hellos, 1),
    ratios: rounds.map((all) =>
      combineTurns(
        all.map((each) => each.turn),
        median(all.map((each) => each.ratio)),
      ),
    ),
  };
}
