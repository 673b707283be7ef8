/** All endpoints by name. A test compares them with `paths`. */
import { addressesEndpoints } from '../addresses.ts';
import { alertsEndpoints } from '../alerts.ts';
import { appEndpoints } from '../app.ts';
import { cartEndpoints } from '../cart.ts';
import { catalogEndpoints } from '../catalog.ts';
import { checkoutEndpoints } from '../checkout.ts';
import { contentEndpoints } from '../content.ts';
import { deliveryEndpoints } from '../delivery.ts';
import { deliveryRunEndpoints } from '../delivery-runs.ts';
import { identityEndpoints } from '../identity.ts';
import { checkInEndpoints, memberCardEndpoints, tierEndpoints, walletEndpoints } from '../loyalty.ts';
import { notificationsEndpoints } from '../notifications.ts';
import { ordersEndpoints } from '../orders.ts';
import { paymentsEndpoints } from '../payments.ts';
import { pushTokenEndpoints } from '../push-tokens.ts';
import { referralEndpoints, staffReferralEndpoints } from '../referral.ts';
import { settingsEndpoints } from '../settings.ts';
import { staffEndpoints } from '../staff/staff.ts';
import { staffAccountEndpoints } from '../staff/staff-account.ts';
import { staffApprovalsEndpoints } from '../staff/staff-approvals.ts';
import { staffCampaignsEndpoints } from '../staff/staff-campaigns.ts';
import { staffCatalogEndpoints } from '../staff/staff-catalog.ts';
import { staffClosingEndpoints } from '../staff/staff-closing.ts';
import { staffCustomersEndpoints } from '../staff/staff-customers.ts';
import { staffDeliveryEndpoints } from '../staff/staff-delivery.ts';
import { staffPaymentsEndpoints } from '../staff/staff-payments.ts';
import { staffPickingEndpoints } from '../staff/staff-picking.ts';
import { staffPricesEndpoints } from '../staff/staff-prices.ts';
import { staffTodayEndpoints } from '../staff/staff-today.ts';
import { staffWalletsEndpoints } from '../staff/staff-wallets.ts';
import { storesEndpoints } from '../stores.ts';
import { staffTillEndpoints, tillEndpoints } from '../till.ts';
import { voucherEndpoints } from '../vouchers.ts';
import { wishlistEndpoints } from '../wishlist.ts';

export const endpoints = {
  ...identityEndpoints,
  ...pushTokenEndpoints,
  ...settingsEndpoints,
  ...appEndpoints,
  ...contentEndpoints,
  ...storesEndpoints,
  ...addressesEndpoints,
  ...catalogEndpoints,
  ...deliveryEndpoints,
  ...paymentsEndpoints,
  ...referralEndpoints,
  ...walletEndpoints,
  ...voucherEndpoints,
  ...tierEndpoints,
  ...checkInEndpoints,
  ...memberCardEndpoints,
  ...wishlistEndpoints,
  ...notificationsEndpoints,
  ...alertsEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...ordersEndpoints,
  ...staffEndpoints,
  ...staffAccountEndpoints,
  ...staffApprovalsEndpoints,
  ...staffReferralEndpoints,
  ...staffTillEndpoints,
  ...tillEndpoints,
  ...staffCampaignsEndpoints,
  ...staffPaymentsEndpoints,
  ...staffCatalogEndpoints,
  ...staffPricesEndpoints,
  ...staffPickingEndpoints,
  ...staffWalletsEndpoints,
  ...staffTodayEndpoints,
  ...staffDeliveryEndpoints,
  ...deliveryRunEndpoints,
  ...staffClosingEndpoints,
  ...staffCustomersEndpoints,
};

export type Endpoints = typeof endpoints;
