/** The last step of picking: forms for the bags of each picked order. */
import { Button } from '@mui/material';
import type { PickOrder } from '@shop/contract/staff/staff-picking';
import { BAG_KINDS } from '@shop/core/orders/picking';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import type { Bags, PickStep } from './pick-queue.ts';

export function OrdersToPack({
  orders,
  onSteps,
}: {
  orders: readonly PickOrder[];
  onSteps(steps: readonly PickStep[]): void;
}) {
  const t = useText();
  return (
    <div className="stack">
      <h1>{t('pick.pack_title')}</h1>
      {orders.map((order) => (
        <OrderToPack key={order.id} order={order} onSteps={onSteps} />
      ))}
    </div>
  );
}

function OrderToPack({ order, onSteps }: { order: PickOrder; onSteps(steps: readonly PickStep[]): void }) {
  const t = useText();
  const [bags, setBags] = useState<Bags>({ ambient: 1 });
  const isEmpty = BAG_KINDS.every((kind) => (bags[kind] ?? 0) === 0);
  return (
    <section className="card stack">
      <h2>{t('pick.bag', { bag: order.bag, number: order.order_number })}</h2>
      {order.recipient !== '' && <p className="quiet">{order.recipient}</p>}
      {BAG_KINDS.map((kind) => {
        const count = bags[kind] ?? 0;
        const name = t(`pick.bags_${kind}`);
        return (
          <div className="bag-count" key={kind}>
            <span className="grow">{name}</span>
            <Button
              color="secondary"
              aria-label={t('pick.fewer_of', { kind: name })}
              disabled={count === 0}
              onClick={() => setBags({ ...bags, [kind]: count - 1 })}
            >
              −
            </Button>
            <b role="status">{count}</b>
            <Button
              color="secondary"
              aria-label={t('pick.more_of', { kind: name })}
              onClick={() => setBags({ ...bags, [kind]: count + 1 })}
            >
              +
            </Button>
          </div>
        );
      })}
      <Button
        variant="contained"
        className="task-main-button"
        disabled={isEmpty}
        onClick={() => onSteps([{ kind: 'pack', order: order.id, body: { bags } }])}
      >
        {t('pick.pack')}
      </Button>
    </section>
  );
}
