/** Messages of all other pages and of parts that hydrate later: one file, loaded once. */
import { account } from '../account.ts';
import { addresses } from '../addresses.ts';
import { alerts } from '../alerts.ts';
import { app } from '../app.ts';
import { banners } from '../banners.ts';
import { cartDrawer } from '../cart-drawer.ts';
import { categoryMenu } from '../category-menu.ts';
import { checkout } from '../checkout.ts';
import { collections } from '../collections.ts';
import { delivery } from '../delivery.ts';
import { errors } from '../errors.ts';
import { footer } from '../footer.ts';
import { forms } from '../forms.ts';
import { identity } from '../identity.ts';
import { information } from '../information.ts';
import { listing } from '../listing.ts';
import { loyalty } from '../loyalty.ts';
import { miniProgram } from '../mini-program.ts';
import { native } from '../native.ts';
import { notifications } from '../notifications.ts';
import { orders } from '../orders.ts';
import { product } from '../product.ts';
import { referral } from '../referral.ts';
import { search } from '../search.ts';
import { stores } from '../stores.ts';
import { tracking } from '../tracking.ts';
import { wishlist } from '../wishlist.ts';

export const rest = {
  ...account,
  ...addresses,
  ...checkout,
  ...collections,
  ...delivery,
  ...cartDrawer,
  ...footer,
  ...forms,
  ...identity,
  ...information,
  ...listing,
  ...errors,
  ...loyalty,
  ...categoryMenu,
  ...alerts,
  ...app,
  ...banners,
  ...miniProgram,
  ...native,
  ...notifications,
  ...orders,
  ...product,
  ...referral,
  ...search,
  ...stores,
  ...tracking,
  ...wishlist,
};
