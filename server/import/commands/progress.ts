/** Shows progress: one changing line on a terminal, one line every few thousand rows in a log file. */

const LOG_EVERY = 5000;

export function showProgress() {
  const isTerminal = process.stderr.isTTY;
  const clear = () => void (isTerminal && process.stderr.write('\r\x1b[K'));
  let shown = 0;
  const onProgress = (step: string, count: number, what: string) => {
    const text = `${step}: ${count} ${what}`;
    if (isTerminal) process.stderr.write(`\r\x1b[K${text}`);
    else if (Math.floor(count / LOG_EVERY) > shown) process.stderr.write(`${text}\n`);
    shown = Math.floor(count / LOG_EVERY);
  };
  return { clear, onProgress };
}
