/** A bounded number of things at once; whoever comes later waits in line. */

/** Runs tasks through `size` places, first come first served; a task's failure frees its place and is its caller's alone. */
export function createSlots(size: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (task) => {
    if (taken >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
