type CustomerSum = { sum: number; failures: Map<string, unknown> };

/** Runs the work for one customer after another; a customer whose work fails does not stop the others. */
async function sumAll(
  customers: readonly string[],
  work: (customer_id: string) => Promise<number>,
): Promise<CustomerSum> {
  const failures = new Map<string, unknown>();
  let sum = 0;
  for (const customer_id of customers) {
    try {
      sum += await work(customer_id);
    } catch (error) {
      failures.set(customer_id, error);
    }
  }
  return { sum, failures };
}

/** Throws the failures together; the log shows the first one as the cause. */
function requireNoFailure(failures: CustomerSum['failures']): void {
  const [first, ...more] = failures.values();
  if (first === undefined) return;
  throw new AggregateError([first, ...more], `Failed for ${failures.size} customers`, { cause: first });
}

/**
 * Runs the work for one customer after another and returns the sum of its results. A customer whose work fails does not
 * stop the others; their failures are thrown together at the end.
 */
export async function sumOverCustomers(
  customers: readonly string[],
  work: (customer_id: string) => Promise<number>,
): Promise<number> {
  const { sum, failures } = await sumAll(customers, work);
  requireNoFailure(failures);
  return sum;
}

/** Customers per query. */
const BATCH_SIZE = 1_000;

/**
 * Runs the work for every customer that `readDue` finds, batch after batch, and returns the sum of its results. The
 * work must make the customer no longer due; one whose work fails is left for the next run.
 */
export async function sumOverDueCustomers(
  readDue: (limit: number) => Promise<readonly { customer_id: string }[]>,
  work: (customer_id: string) => Promise<number>,
): Promise<number> {
  const failures: CustomerSum['failures'] = new Map();
  let sum = 0;
  for (;;) {
    const due = await readDue(BATCH_SIZE + failures.size);
    const customers = due.map(({ customer_id }) => customer_id).filter((id) => !failures.has(id));
    const batch = await sumAll(customers, work);
    sum += batch.sum;
    for (const [id, error] of batch.failures) failures.set(id, error);
    if (customers.length < BATCH_SIZE) break;
  }
  requireNoFailure(failures);
  return sum;
}
