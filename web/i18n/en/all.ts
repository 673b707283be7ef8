/** Every area's words in one: the server's, and the type of them all. */
import { account } from './account.ts';
import { addresses } from './addresses.ts';
import { checkout } from './checkout.ts';
import { collections } from './collections.ts';
import { drawer } from './drawer.ts';
import { en as everywhere } from './everywhere.ts';
import { footer } from './footer.ts';
import { forms } from './forms.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { information } from './information.ts';
import { listing } from './listing.ts';
import { lost } from './lost.ts';
import { menu } from './menu.ts';
import { orders } from './orders.ts';
import { product } from './product.ts';
import { search } from './search.ts';
import { tracking } from './tracking.ts';
import { wishlist } from './wishlist.ts';

export const en = {
  ...everywhere,
  ...account,
  ...addresses,
  ...wishlist,
  ...checkout,
  ...collections,
  ...drawer,
  ...footer,
  ...forms,
  ...home,
  ...identity,
  ...information,
  ...listing,
  ...lost,
  ...menu,
  ...orders,
  ...product,
  ...search,
  ...tracking,
};
