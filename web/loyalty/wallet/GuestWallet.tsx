/** Shows guests the benefits of membership, without a made-up balance. */
import { coinsPath, signInPath, signUpPath } from '@shop/core/links/paths';
import giftSack from '../../art/sack-gift.svg?no-inline';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { useBranch } from '../../mini-program/branch.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { WelcomeGifts } from '../WelcomeGifts.tsx';
import { MAIN_ACTION_CLASSES, OTHER_ACTION_CLASSES, WalletSurface } from './WalletCard.tsx';

export function GuestWallet() {
  const t = useT();
  const inBrowser = useBranch() === null;
  return (
    <WalletSurface label={t('loyalty.guest_title')}>
      <div className="relative flex items-start justify-between gap-4">
        <div className="grid gap-4">
          <h2 className="text-2xl lg:text-3xl">{t('loyalty.guest_title')}</h2>
          <ul className="grid gap-2 lg:text-md">
            {(['loyalty.guest_1', 'loyalty.guest_2', 'loyalty.guest_3'] as const).map((key) => (
              <li key={key} className="flex items-start gap-3">
                <Icon name="check-circle" className="mt-0.5 size-5 shrink-0 text-kunyit-200" />
                {t(key)}
              </li>
            ))}
          </ul>
        </div>
        <img
          src={giftSack}
          alt=""
          width={96}
          height={96}
          className="hidden size-32 shrink-0 rounded-pill bg-kunyit-200 p-3 lg:block"
        />
      </div>
      <div className="relative lg:my-auto">
        <WelcomeGifts isReferred={false} />
      </div>
      <div className="relative flex flex-wrap gap-3">
        <LangLink to={signUpPath(coinsPath())} className={MAIN_ACTION_CLASSES}>
          {t(inBrowser ? 'loyalty.join' : 'tng.continue')}
        </LangLink>
        {inBrowser && (
          <LangLink to={signInPath(coinsPath())} className={OTHER_ACTION_CLASSES}>
            {t('layout.sign_in')}
          </LangLink>
        )}
      </div>
    </WalletSurface>
  );
}
