import { MenuItem, TextField } from '@mui/material';
import { formatSlot } from '@shop/core/dates';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/api.ts';
import type { StaffOrderRecord } from '../../api/data-provider.ts';
import { useLang, useText } from '../../i18n/text.ts';
import { formatOrderSlot } from '../order-text.ts';

/** A field for a new slot of the order's delivery method; empty while the order stays in its slot. */
export function SlotField({
  order,
  zip = order.shipping_address.zip ?? '',
  value,
  onChange,
}: {
  order: StaffOrderRecord;
  /** Postcode of a new address; by default that of the order. */
  zip?: string;
  value: string;
  onChange(slot: string): void;
}) {
  const t = useText();
  const lang = useLang();
  const { state_id } = order.shipping_address;
  const { data } = useQuery({
    queryKey: ['slots', zip, lang],
    queryFn: () => call('delivery.shippings', { query: { lang, zip, state_id: state_id ?? undefined } }),
    enabled: /^\d{5}$/.test(zip),
  });
  const method = data?.data.find((shipping) => shipping.name === order.delivery.method) ?? data?.data[0];
  return (
    <TextField
      select
      label={t('delivery.slot')}
      value={value}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      onChange={({ target }) => onChange(target.value)}
    >
      <MenuItem value="">
        {t('delivery.slot_keep', { slot: formatOrderSlot(order, lang) ?? t('orders.no_slot') })}
      </MenuItem>
      {method?.slots.map((each) => (
        <MenuItem key={each.id} value={each.id} disabled={each.places_left === 0}>
          {each.places_left === null
            ? formatSlot(each, lang)
            : t('delivery.slot_places', { slot: formatSlot(each, lang), count: each.places_left })}
        </MenuItem>
      ))}
    </TextField>
  );
}
