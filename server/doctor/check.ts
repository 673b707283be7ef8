/** Findings of the checks of `npm run doctor`, and their time limit. */

/** A line of the report: a subject is well, or needs an action. */
export type Finding = { subject: string; needsAction: boolean; text: string };

/** Reports that a subject is well. */
export const reportFine = (subject: string, text: string): Finding => ({ subject, needsAction: false, text });

/** Reports the action that a subject needs. */
export const reportAction = (subject: string, text: string): Finding => ({ subject, needsAction: true, text });

/** Time limit of connecting to a server and of each of its responses, in milliseconds. */
export const RESPONSE_MS = 4_000;

/** Time limit of a check, in milliseconds. */
const CHECK_MS = 10_000;

/** Returns an error's message as one line. */
export function formatError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(formatError).join('; ');
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return (cause.message || cause.name).replace(/\s+/g, ' ');
}

/** Runs a check. Its failure, or no result within the time limit, becomes a finding. */
export async function runCheck(
  subject: string,
  check: () => Promise<readonly Finding[]>,
  limitMs = CHECK_MS,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([reportAction(subject, `no result within ${limitMs / 1_000} s`)]), limitMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return [reportAction(subject, formatError(error))];
  } finally {
    clearTimeout(timer);
  }
}
