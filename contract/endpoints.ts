/** All endpoints by name. A test compares them with `paths`. */
import { addressesEndpoints } from './addresses.ts';
import { cartEndpoints } from './cart.ts';
import { catalogEndpoints } from './catalog.ts';
import { checkoutEndpoints } from './checkout.ts';
import { contentEndpoints } from './content.ts';
import { deliveryEndpoints } from './delivery.ts';
import { identityEndpoints } from './identity.ts';
import { ordersEndpoints } from './orders.ts';
import { paymentsEndpoints } from './payments.ts';
import { referralEndpoints } from './referral.ts';
import { staffEndpoints } from './staff.ts';
import { wishlistEndpoints } from './wishlist.ts';

export const endpoints = {
  ...identityEndpoints,
  ...contentEndpoints,
  ...addressesEndpoints,
  ...catalogEndpoints,
  ...deliveryEndpoints,
  ...paymentsEndpoints,
  ...referralEndpoints,
  ...wishlistEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...ordersEndpoints,
  ...staffEndpoints,
};

export type Endpoints = typeof endpoints;
