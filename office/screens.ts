/**
 * Every screen of the office: its address, the endpoint whose roles may open it, and its place in the menu. To add one,
 * see docs/office.md#how-a-screen-is-added.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { StaffEndpointName } from './api/api.ts';
import type { PlainKey } from './i18n/text.ts';

export type MenuGroup = 'daily' | 'shop' | 'owner';

export type Screen = {
  /** Path below `/office/`, in the router's notation. */
  path: string;
  needs: StaffEndpointName;
  component: LazyExoticComponent<ComponentType>;
  /** Entry in the menu; absent for a page that other pages link to. */
  menu?: { label: PlainKey; group: MenuGroup /** The letter that opens the screen after `g`. */; key: string };
  /** Whether the screen has neither menu nor top bar, for printing or for a task on a phone. */
  isBare?: boolean;
};

/** Loads a component with its screen's code. */
const loadScreen = <Name extends string>(loadFile: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await loadFile())[name] }));

export const SCREENS: readonly Screen[] = [
  {
    path: 'today',
    needs: 'staff.today',
    component: loadScreen(() => import('./today/TodayPage.tsx'), 'TodayPage'),
    menu: { label: 'menu.today', group: 'daily', key: 't' },
  },
  {
    path: 'today/stock',
    needs: 'staff.lowStock',
    component: loadScreen(() => import('./today/LowStockPage.tsx'), 'LowStockPage'),
  },
  {
    path: 'today/searches',
    needs: 'staff.searchMisses',
    component: loadScreen(() => import('./today/SearchMissesPage.tsx'), 'SearchMissesPage'),
  },
  {
    path: 'today/failed',
    needs: 'staff.failedNotifications',
    component: loadScreen(() => import('./today/FailedMessagesPage.tsx'), 'FailedMessagesPage'),
  },
  {
    path: 'orders',
    needs: 'staff.orders',
    component: loadScreen(() => import('./orders/OrdersPage.tsx'), 'OrdersPage'),
    menu: { label: 'menu.orders', group: 'daily', key: 'o' },
  },
  {
    path: 'orders/board',
    needs: 'staff.orders',
    component: loadScreen(() => import('./orders/OrderBoard.tsx'), 'OrderBoard'),
  },
  {
    path: 'orders/:id',
    needs: 'staff.order',
    component: loadScreen(() => import('./orders/OrderPage.tsx'), 'OrderPage'),
  },
  {
    path: 'picking',
    needs: 'staff.pickBatches',
    component: loadScreen(() => import('./picking/PickBatchesPage.tsx'), 'PickBatchesPage'),
    menu: { label: 'menu.picking', group: 'daily', key: 'p' },
  },
  {
    path: 'picking/:batch',
    needs: 'staff.pickBatch',
    component: loadScreen(() => import('./picking/PickBatchPage.tsx'), 'PickBatchPage'),
    isBare: true,
  },
  {
    path: 'delivery',
    needs: 'staff.manifest',
    component: loadScreen(() => import('./delivery/ManifestPage.tsx'), 'ManifestPage'),
    menu: { label: 'menu.delivery', group: 'daily', key: 'd' },
  },
  {
    path: 'delivery/runs',
    needs: 'staff.runs',
    component: loadScreen(() => import('./delivery/RunsPage.tsx'), 'RunsPage'),
  },
  {
    path: 'delivery/runs/:id',
    needs: 'staff.run',
    component: loadScreen(() => import('./delivery/RunPage.tsx'), 'RunPage'),
  },
  {
    path: 'delivery/cash',
    needs: 'staff.driverCash',
    component: loadScreen(() => import('./delivery/DriverCashPage.tsx'), 'DriverCashPage'),
  },
  {
    path: 'print/:sheet',
    needs: 'staff.order',
    component: loadScreen(() => import('./print/PrintPage.tsx'), 'PrintPage'),
    isBare: true,
  },
  {
    path: 'money',
    needs: 'staff.paymentRefunds',
    component: loadScreen(() => import('./money/RefundsPage.tsx'), 'RefundsPage'),
    menu: { label: 'menu.money', group: 'daily', key: 'm' },
  },
  {
    path: 'money/cancellations',
    needs: 'staff.cancellations',
    component: loadScreen(() => import('./money/CancellationsPage.tsx'), 'CancellationsPage'),
  },
  {
    path: 'money/attempts',
    needs: 'staff.attempts',
    component: loadScreen(() => import('./money/AttemptsPage.tsx'), 'AttemptsPage'),
  },
  {
    path: 'money/cash',
    needs: 'staff.cashDifferences',
    component: loadScreen(() => import('./money/CashPage.tsx'), 'CashPage'),
  },
  {
    path: 'money/reconcile',
    needs: 'staff.reconcile',
    component: loadScreen(() => import('./money/ReconcilePage.tsx'), 'ReconcilePage'),
  },
  {
    path: 'money/wallets',
    needs: 'staff.walletLiability',
    component: loadScreen(() => import('./money/LiabilityPage.tsx'), 'LiabilityPage'),
  },
  {
    path: 'closing',
    needs: 'staff.closing',
    component: loadScreen(() => import('./closing/ClosingPage.tsx'), 'ClosingPage'),
    menu: { label: 'menu.closing', group: 'daily', key: 'l' },
  },
  {
    path: 'customers',
    needs: 'staff.customers',
    component: loadScreen(() => import('./customers/CustomersPage.tsx'), 'CustomersPage'),
    menu: { label: 'menu.customers', group: 'daily', key: 'c' },
  },
  {
    path: 'customers/:id',
    needs: 'staff.customer',
    component: loadScreen(() => import('./customers/CustomerPage.tsx'), 'CustomerPage'),
  },
  {
    path: 'wallets',
    needs: 'staff.wallets',
    component: loadScreen(() => import('./wallets/WalletsPage.tsx'), 'WalletsPage'),
    menu: { label: 'menu.wallets', group: 'daily', key: 'w' },
  },
  {
    path: 'wallets/:customer',
    needs: 'staff.wallets',
    component: loadScreen(() => import('./wallets/CustomerWalletsPage.tsx'), 'CustomerWalletsPage'),
  },
  {
    path: 'stock',
    needs: 'staff.goods',
    component: loadScreen(() => import('./stock/StockPage.tsx'), 'StockPage'),
    menu: { label: 'menu.stock', group: 'shop', key: 's' },
  },
  {
    path: 'stock/approvals',
    needs: 'staff.changePrices',
    component: loadScreen(() => import('./stock/PriceApprovalsPage.tsx'), 'PriceApprovalsPage'),
  },
  {
    path: 'campaigns',
    needs: 'staff.campaigns',
    component: loadScreen(() => import('./campaigns/CampaignsPage.tsx'), 'CampaignsPage'),
    menu: { label: 'menu.campaigns', group: 'shop', key: 'n' },
  },
  {
    path: 'accounts',
    needs: 'staff.accounts',
    component: loadScreen(() => import('./accounts/AccountsPage.tsx'), 'AccountsPage'),
    menu: { label: 'menu.accounts', group: 'owner', key: 'a' },
  },
  {
    path: 'tills',
    needs: 'staff.tillKeys',
    component: loadScreen(() => import('./tills/TillKeysPage.tsx'), 'TillKeysPage'),
    menu: { label: 'menu.tills', group: 'owner', key: 'i' },
  },
  {
    path: 'outlets',
    needs: 'staff.storeReferrals',
    component: loadScreen(() => import('./outlets/OutletsPage.tsx'), 'OutletsPage'),
    menu: { label: 'menu.outlets', group: 'owner', key: 'r' },
  },
  {
    path: 'audit',
    needs: 'staff.audit',
    component: loadScreen(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
    menu: { label: 'menu.audit', group: 'owner', key: 'u' },
  },
  {
    path: 'audit/:kind/:id',
    needs: 'staff.recordAudit',
    component: loadScreen(() => import('./audit/RecordAuditPage.tsx'), 'RecordAuditPage'),
  },
  {
    path: 'money/approvals',
    needs: 'staff.approvals',
    component: loadScreen(() => import('./money/ApprovalsPage.tsx'), 'ApprovalsPage'),
  },
  {
    path: 'account',
    needs: 'staff.me',
    component: loadScreen(() => import('./account/AccountPage.tsx'), 'AccountPage'),
  },
];

export const MENU = SCREENS.flatMap((screen) => (screen.menu === undefined ? [] : [{ ...screen, menu: screen.menu }]));
