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
