/**
 * Runs the work for one customer after another and returns the sum of its results. A customer whose work fails does not
 * stop the others; their failures are thrown together at the end.
 */
export async function sumOverCustomers(
  customers: readonly string[],
  work: (customer_id: string) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = [];
  let sum = 0;
  for (const customer_id of customers) {
    try {
      sum += await work(customer_id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `Failed for ${failures.length} customers`);
  return sum;
}

/** Customers per query. */
const AT_ONCE = 1_000;

/**
 * Runs the work for every customer that `readDue` finds, batch after batch, and returns the sum of its results. The
 * work must make the customer no longer due.
 */
export async function sumOverDueCustomers(
  readDue: (limit: number) => Promise<readonly { customer_id: string }[]>,
  work: (customer_id: string) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (;;) {
    const due = await readDue(AT_ONCE);
    const customers = due.map(({ customer_id }) => customer_id);
    sum += await sumOverCustomers(customers, work);
    if (due.length < AT_ONCE) return sum;
  }
}
