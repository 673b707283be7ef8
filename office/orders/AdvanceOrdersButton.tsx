/** Button that moves each selected order to its next state. */
import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useUnselectAll } from 'ra-core';
import { useState } from 'react';
import { runAction, type StaffOrderRecord } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { formatError } from '../ui/format-error.ts';

export function AdvanceOrdersButton({ orders }: { orders: readonly StaffOrderRecord[] }) {
  const t = useText();
  const notify = useNotify();
  const queries = useQueryClient();
  const unselect = useUnselectAll('orders');
  const [isBusy, setBusy] = useState(false);
  const movableOrders = orders.filter(({ next_status }) => next_status !== null);

  const advance = async () => {
    setBusy(true);
    let doneCount = 0;
    let reason = '';
    // One after the other, so that the refusal of an order which another person has moved does not stop the others.
    for (const { id, next_status } of movableOrders) {
      try {
        await runAction('orders', 'advance', id, { to: next_status ?? undefined });
        doneCount++;
      } catch (error) {
        reason = formatError(error, t);
      }
    }
    const failedCount = movableOrders.length - doneCount;
    if (failedCount === 0) notify(t('orders.advanced_bulk', { count: doneCount }), { type: 'success' });
    else notify(t('orders.advance_some', { done: doneCount, failed: failedCount, reason }), { type: 'warning' });
    setBusy(false);
    unselect();
    await queries.invalidateQueries();
  };
  return (
    <Button variant="contained" disabled={movableOrders.length === 0} loading={isBusy} onClick={advance}>
      {t('orders.advance_bulk')}
    </Button>
  );
}
