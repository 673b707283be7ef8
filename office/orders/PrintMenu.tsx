/** Opens the print view of orders: pick list, packing slips or labels. */
import { Button, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import { type PlainKey, useText } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';

const SHEETS: Readonly<Record<'pick' | 'slip' | 'label', PlainKey>> = {
  pick: 'orders.print_pick',
  slip: 'orders.print_slip',
  label: 'orders.print_label',
};

export function PrintMenu({ orders }: { orders: readonly string[] }) {
  const t = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        color="secondary"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon name="down" />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('orders.print')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {Object.entries(SHEETS).map(([sheet, label]) => (
          <MenuItem
            key={sheet}
            component={Link}
            to={`/print/${sheet}?orders=${orders.join(',')}`}
            onClick={() => setAnchor(null)}
          >
            {t(label)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
