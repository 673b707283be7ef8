import { expect, test } from 'vitest';
import { sumOverCustomers } from './sum-over-customers.ts';

test('a customer whose work fails does not stop the others, and the failure is thrown at the end', async () => {
  const customerIds: string[] = [];
  const error = new Error('no wallet');
  const run = sumOverCustomers(['1', '2', '3'], async (customer_id) => {
    if (customer_id === '2') throw error;
    customerIds.push(customer_id);
    return 1;
  });
  await expect(run).rejects.toMatchObject({ errors: [error] });
  expect(customerIds).toEqual(['1', '3']);
  expect(await sumOverCustomers(['1', '3'], async () => 2)).toBe(4);
});
