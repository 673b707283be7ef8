/** A day's packed orders by slot and zone, from which runs are put together. */
import { Button, Checkbox, TextField } from '@mui/material';
import type { Manifest } from '@shop/contract/staff/staff-delivery';
import { formatSlot } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { useGetOne } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Page } from '../ui/Page.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useDay } from '../ui/use-day.ts';
import { AddRunDialog } from './AddRunDialog.tsx';
import { DeliveryTabs } from './DeliveryTabs.tsx';
import { describeBags } from './delivery-text.ts';

type ManifestSlot = Manifest['slots'][number];
type ManifestOrder = ManifestSlot['zones'][number]['orders'][number];

export function ManifestPage() {
  const t = useText();
  const lang = useLang();
  const [day, setDay] = useDay();
  const { data, error, refetch } = useGetOne<Manifest & { id: string }>('manifest', { id: day });
  /** Ids of the selected orders, in the order of the selection, which becomes the order of the stops. */
  const [chosenOrders, setChosenOrders] = useState<readonly string[]>([]);
  const [isAdding, setAdding] = useState(false);
  const all = data?.slots.flatMap(({ zones }) => zones.flatMap(({ orders }) => orders)) ?? [];
  const stops = chosenOrders.filter((id) => all.some((order) => order.id === id && isFree(order)));
  const toggle = (id: string) =>
    setChosenOrders(stops.includes(id) ? stops.filter((other) => other !== id) : [...stops, id]);
  return (
    <Page
      title={t('menu.delivery')}
      sub={t('delivery.sub')}
      actions={
        may('staff.addRun') && (
          <Button variant="contained" disabled={stops.length === 0} onClick={() => setAdding(true)}>
            {stops.length === 0 ? t('delivery.send_out') : t('delivery.add_run', { count: stops.length })}
          </Button>
        )
      }
    >
      <DeliveryTabs />
      <div className="filters">
        <TextField
          className="filter"
          type="date"
          label={t('delivery.day')}
          value={day}
          slotProps={{ inputLabel: { shrink: true } }}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      {data === undefined && error !== null ? (
        <LoadFailure error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <p className="quiet" role="status">
          {t('app.loading')}
        </p>
      ) : all.length === 0 ? (
        <div className="card state">
          <h2>{t('delivery.none')}</h2>
          <p className="quiet">{t('delivery.none_text')}</p>
        </div>
      ) : (
        <div className="stack">
          {data.slots.map((slot) => (
            <section className="card" key={`${slot.id} ${slot.method.code}`}>
              <h2>
                {slot.starts_at === null || slot.ends_at === null
                  ? t('pick.no_slot')
                  : formatSlot({ starts_at: new Date(slot.starts_at), ends_at: new Date(slot.ends_at) }, lang)}
                {' · '}
                {slot.method.name}
              </h2>
              {slot.zones.map(({ zone, orders }) => (
                <div key={zone?.code ?? ''}>
                  <p className="quiet zone">{zone?.name ?? t('delivery.no_zone')}</p>
                  {orders.map((order) => (
                    <OrderRow
                      key={order.id}
                      order={order}
                      place={stops.indexOf(order.id) + 1}
                      onToggle={() => toggle(order.id)}
                    />
                  ))}
                </div>
              ))}
            </section>
          ))}
        </div>
      )}
      {isAdding && (
        <AddRunDialog
          orders={stops}
          onClose={(isDone) => {
            setAdding(false);
            if (isDone) setChosenOrders([]);
          }}
        />
      )}
    </Page>
  );
}

const isFree = ({ status, run_id }: ManifestOrder) => status === 'packed' && run_id === null;

function OrderRow({ order, place, onToggle }: { order: ManifestOrder; place: number; onToggle(): void }) {
  const t = useText();
  const facts = [
    t('orders.items', { count: order.units }),
    describeBags(order.bags, t),
    order.has_bulky ? t('delivery.bulky') : '',
    order.leave_at_door ? t('order.leave_at_door') : '',
    order.remarks ?? '',
  ];
  return (
    <div className="row">
      {may('staff.addRun') && (
        <span className="row-check">
          {isFree(order) && (
            <Checkbox
              checked={place > 0}
              onChange={onToggle}
              slotProps={{ input: { 'aria-label': t('list.select', { name: order.order_number }) } }}
            />
          )}
        </span>
      )}
      <div className="grow wrap">
        <div className="buttons">
          <OrderLink number={order.order_number} />
          {place > 0 && <Tag tone="info">{t('delivery.stop', { place })}</Tag>}
          {order.is_late && <Tag tone="late">{t('orders.late')}</Tag>}
          {order.cash_to_collect > 0 && (
            <Tag tone="cash">{t('delivery.collect', { amount: formatMoney(order.cash_to_collect) })}</Tag>
          )}
        </div>
        <div>{order.address.formatted_address}</div>
        <div className="quiet small">{facts.filter(Boolean).join(' · ')}</div>
      </div>
      {order.run_id !== null && <Link to={`/delivery/runs/${order.run_id}`}>{order.driver}</Link>}
    </div>
  );
}
