/** What happens on this device when somebody was signed in: the token is kept, and the guest's cart became theirs. */
import type { ResponseOf } from '@shop/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { cart } from '../cart/cart.ts';
import { useCart } from '../cart/use-cart.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { authToken, deviceToken, guestToken } from '../storage.ts';
import { tokenScope } from '../tokens.ts';
import { toast } from '../ui/toast.ts';
import { clearOtherShoppers, meQuery } from './session.tsx';

type SignedIn = ResponseOf<'identity.signIn'>;

/** Makes sure that the guest's cart is whole on the server before signing in moves it. */
export async function beforeSignIn(): Promise<void> {
  await cart.send();
}

/** Takes the answer of signing in or up over. */
export function useTakeSignIn(): (answer: SignedIn) => void {
  const queries = useQueryClient();
  const lang = useLang();
  const t = useT();
  return useCallback(
    ({ token, me, cart_changed, device_token }) => {
      // The cart's keeper hears of it, forgets the guest's cart and asks for the customer's.
      if (device_token !== null) deviceToken.write(device_token);
      authToken.write(token);
      guestToken.remove();
      clearOtherShoppers(queries);
      queries.setQueryData(meQuery(lang, tokenScope()).queryKey, { me });
      toast(t('identity.welcome', { name: me.display_name }), { kind: 'success' });
      // What could not all stay of the two carts is told at its lines.
      if (cart_changed) useCart.setState({ isRequested: true, opensOnArrival: true });
    },
    [queries, lang, t],
  );
}
