/**
 * Every screen of the office: its address, the endpoint whose roles may open it, and its place in the menu. To add one,
 * see docs/office.md#how-a-screen-is-added.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { StaffEndpointName } from './api/api.ts';
import type { PlainKey } from './i18n/text.ts';

export type MenuGroup = 'daily' | 'shop' | 'owner';

export type Screen = {
  /** Below `/office/`, in the router's spelling. */
  path: string;
  needs: StaffEndpointName;
  component: LazyExoticComponent<ComponentType>;
  /** Its entry in the menu; none for a page that others lead to. */
  menu?: { label: PlainKey; group: MenuGroup /** Pressed after `g`. */; key: string };
  /** Without menu and top bar: for print, or for one task on a phone. */
  isBare?: boolean;
};

/** Loads a component with its screen's code. */
const load = <Name extends string>(file: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await file())[name] }));

export const SCREENS: readonly Screen[] = [
  {
    path: 'orders',
    needs: 'staff.orders',
    component: load(() => import('./orders/OrdersPage.tsx'), 'OrdersPage'),
    menu: { label: 'menu.orders', group: 'daily', key: 'o' },
  },
  {
    path: 'orders/:id',
    needs: 'staff.order',
    component: load(() => import('./orders/OrderPage.tsx'), 'OrderPage'),
  },
];

export const MENU = SCREENS.flatMap((screen) => (screen.menu === undefined ? [] : [{ ...screen, menu: screen.menu }]));
