/** The cart at the inline end of the page, a full sheet on phones. */
import { productsPath } from '@shop/core/links/paths';
import emptySack from '../art/sack-empty.svg?no-inline';
import { useT } from '../i18n/shop-words.tsx';
import { useLayout } from '../layout/layout-store.ts';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Overlay } from '../ui/Overlay.tsx';

export function CartDrawer() {
  const t = useT();
  const open = useLayout((state) => state.cart);
  const set = useLayout((state) => state.set);
  return (
    <Overlay open={open} onClose={() => set('cart', false)} title={t('cart.title')} kind="drawer" full>
      <EmptyState
        art={emptySack}
        title={t('cart.empty_title')}
        level={3}
        action={
          <LangLink to={productsPath()} className={buttonClass()}>
            {t('cart.empty_action')}
          </LangLink>
        }
      >
        {t('cart.empty_text')}
      </EmptyState>
    </Overlay>
  );
}
