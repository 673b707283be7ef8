/** Applies the response of a sign-in on this device: stores the token, and switches from the guest's cart. */
import type { ResponseOf } from '@shop/contract/api/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { tokenScope } from '../../api/tokens.ts';
import { cart } from '../../cart/cart-actions.ts';
import { useCart } from '../../cart/use-cart.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { authToken, deviceToken, guestToken } from '../../storage.ts';
import { toast } from '../../ui/toasts/toast.ts';
import { clearOtherShoppers, meQuery } from '../signed-in-customer.tsx';

type SignInResponse = ResponseOf<'identity.signIn'>;

/** Sends pending changes of the guest's cart, because signing in moves the server's cart to the customer. */
export async function sendGuestCart(): Promise<void> {
  await cart.send();
}

/** Returns a function that applies the response of signing in or up, with a greeting. */
export function useApplySignIn(greeting?: 'tng.welcome'): (response: SignInResponse) => void {
  const queries = useQueryClient();
  const lang = useLang();
  const t = useT();
  return useCallback(
    ({ token, me, is_new, cart_changed, device_token }) => {
      // The cart's sync observes the tokens and replaces the guest's cart by the customer's.
      if (device_token !== null) deviceToken.write(device_token);
      authToken.write(token);
      guestToken.remove();
      clearOtherShoppers(queries);
      queries.setQueryData(meQuery(lang, tokenScope()).queryKey, { me });
      const defaultGreeting = is_new ? 'identity.signed_up' : 'identity.welcome';
      toast(t(greeting ?? defaultGreeting, { name: me.display_name }), { kind: 'success' });
      // The cart's drawer shows reduced or dropped lines of the merged carts.
      if (cart_changed) useCart.setState({ isRequested: true, opensOnArrival: true });
    },
    [queries, lang, t, greeting],
  );
}
