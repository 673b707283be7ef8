/** Shows a popup banner: its picture, text, a button that follows its link, and one that closes it. */
import type { Banner } from '@shop/contract/content';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { closeModal } from '../../modals/modal-store.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { pickFocalClasses } from '../banners/BannerArt.tsx';
import { pickBannerColours } from '../banners/banner-colours.ts';

export function PopupBanner({ data: { banner } }: { data: { banner: Banner } }) {
  const t = useT();
  return (
    <div className="grid gap-4 text-center">
      <div className={classNames('overflow-hidden rounded-xl dark:dimmed', pickBannerColours(banner.scene).tile)}>
        <img
          src={banner.phone.thumbnail}
          alt=""
          width={780}
          height={576}
          className={classNames(pickFocalClasses(banner), 'aspect-[780/440] w-full object-cover')}
        />
      </div>
      <div className="grid gap-1.5">
        <h3 className="text-xl text-balance">{banner.title}</h3>
        <p className="text-balance text-ink-2">{banner.description}</p>
      </div>
      <div className="grid gap-1">
        <LangLink to={banner.link} className={buttonClass('primary', 'regular', true)}>
          {banner.cta}
        </LangLink>
        <Button kind="quiet" wide onClick={closeModal}>
          {t('banners.popup_close')}
        </Button>
      </div>
    </div>
  );
}
