import { Button, Menu } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Icon } from './Icon.tsx';

/** A button that opens a menu. `children` returns its entries; each calls `close` when it is chosen. */
export function MenuButton({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        color="secondary"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon name="down" />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {children(close)}
      </Menu>
    </>
  );
}
