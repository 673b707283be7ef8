/** The orders of a batch with their pickers, and its items with their decisions. */
import { Button } from '@mui/material';
import { currentSession } from '../api/session.ts';
import { useLang, useText } from '../i18n/text.ts';
import type { Batch, LinePart, PickStep } from './pick-queue.ts';

type Props = { batch: Batch; onSteps(steps: readonly PickStep[]): void; onOpen(line: string): void };

export function PickOverview({ batch, onSteps, onOpen }: Props) {
  const t = useText();
  return (
    <div className="stack">
      <section className="card">
        <h1>{t('pick.overview')}</h1>
        {batch.orders.map((order) => (
          <OrderClaim key={order.id} order={order} onSteps={onSteps} />
        ))}
      </section>
      {batch.lines.length > 0 && <LineRows batch={batch} onSteps={onSteps} onOpen={onOpen} />}
    </div>
  );
}

function OrderClaim({ order, onSteps }: { order: Batch['orders'][number]; onSteps: Props['onSteps'] }) {
  const t = useText();
  const ownEmail = currentSession()?.staff.email;
  const picker = order.picking?.claimed_by ?? null;
  const isOpen = order.status === 'pending' || order.status === 'processing';
  const action = picker === null ? 'claim' : picker === ownEmail ? 'release' : 'take_over';
  const run = () =>
    onSteps([
      action === 'release'
        ? { kind: 'release', order: order.id, body: {} }
        : { kind: 'claim', order: order.id, body: { take_over: action === 'take_over' } },
    ]);
  return (
    <div className="row">
      <div className="grow wrap">
        <b>{t('pick.bag', { bag: order.bag, number: order.order_number })}</b>
        <div className="quiet small">
          {isOpen
            ? picker === null
              ? t('pick.unclaimed')
              : t('pick.claimed', { who: picker })
            : t(`status.${order.status}`)}
        </div>
        {order.remarks !== null && order.remarks !== '' && <div className="small">{order.remarks}</div>}
      </div>
      {isOpen && (
        <Button color="secondary" onClick={run}>
          {t(`pick.${action}`)}
        </Button>
      )}
    </div>
  );
}

function LineRows({ batch, onSteps, onOpen }: Props) {
  const t = useText();
  const lang = useLang();
  const open = new Set(
    batch.orders.flatMap(({ id, status }) => (status === 'pending' || status === 'processing' ? [id] : [])),
  );
  const describe = (part: LinePart) =>
    part.picked === null
      ? ''
      : part.picked === 'short'
        ? t('pick.state_short', { count: part.quantity_delivered })
        : part.picked === 'replaced' && part.quantity_delivered > 0
          ? t('pick.state_partly', { count: part.quantity_delivered })
          : t(`pick.state_${part.picked}`);
  return (
    <section className="card">
      {batch.lines.map((line) => (
        <div className="row" key={line.id}>
          <img className="picture" src={line.image.thumbnail} alt="" />
          <div className="grow">
            {line.orders.every(({ picked }) => picked !== null) ? (
              <b>{(lang === 'zh' ? line.name_zh : null) ?? line.name_en}</b>
            ) : (
              <Button variant="text" className="row-link" onClick={() => onOpen(line.id)}>
                {(lang === 'zh' ? line.name_zh : null) ?? line.name_en}
              </Button>
            )}
            {line.orders.map((part) => (
              <div className="buttons small" key={`${part.order_id} ${part.line}`}>
                <span>{t('pick.part', { quantity: part.quantity, number: part.order_number, bag: part.bag })}</span>
                <b>{describe(part)}</b>
                {part.picked !== null && open.has(part.order_id) && (
                  <Button
                    variant="text"
                    size="small"
                    className="row-link"
                    onClick={() => onSteps([{ kind: 'undo', order: part.order_id, line: part.line, body: {} }])}
                  >
                    {t('pick.undo')}
                  </Button>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}
