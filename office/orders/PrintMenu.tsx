/** Opens the print view of orders: pick list, packing slips or labels. */
import { MenuItem } from '@mui/material';
import { Link } from 'react-router';
import { type PlainKey, useText } from '../i18n/text.ts';
import { MenuButton } from '../ui/MenuButton.tsx';

const SHEETS: Readonly<Record<'pick' | 'slip' | 'label', PlainKey>> = {
  pick: 'orders.print_pick',
  slip: 'orders.print_slip',
  label: 'orders.print_label',
};

export function PrintMenu({ orders }: { orders: readonly string[] }) {
  const t = useText();
  return (
    <MenuButton label={t('orders.print')}>
      {(close) =>
        Object.entries(SHEETS).map(([sheet, label]) => (
          <MenuItem key={sheet} component={Link} to={`/print/${sheet}?orders=${orders.join(',')}`} onClick={close}>
            {t(label)}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
