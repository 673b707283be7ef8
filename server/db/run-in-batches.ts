/**
 * Runs a statement or transaction of at most `size` rows again and again until a batch is not full, so that none takes
 * long. Returns the number of rows.
 */
export async function runInBatches(size: number, runBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const rows = await runBatch();
    total += rows;
    if (rows < size) return total;
  }
}
