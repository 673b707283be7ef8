/** Shares a product's URL by the device's share sheet, or copies it. */
import { withLang } from '@shop/core/links/paths';
import { useLang, useOrigin, useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { share } from '../../ui/share.ts';
import { toast } from '../../ui/toasts/toast.ts';
import { useCopied } from '../../ui/use-copied.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';

type ShareButtonProps = {
  title: string;
  /** Root-relative, without `lang`. */
  path: string;
  className?: string;
};

export function ShareButton({ title, path, className }: ShareButtonProps) {
  const t = useT();
  const origin = useOrigin();
  const lang = useLang();
  const isHydrated = useHydrated();
  const { isCopied, copy } = useCopied();

  const press = async () => {
    const url = `${origin}${withLang(path, lang)}`;
    if (await share({ title, url })) return;
    const wasCopied = await copy(url);
    // Without a secure context there is no clipboard: shows the URL instead.
    toast(wasCopied ? t('ui.copied') : url, { kind: wasCopied ? 'success' : 'info' });
  };
  const label = t(isCopied ? 'ui.copied' : 'product.share');
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={!isHydrated}
      onClick={() => void press()}
      className={classNames(
        'press grid size-11 place-items-center rounded-pill border border-line bg-surface text-ink-2 hover:border-edge',
        className,
      )}
    >
      <Icon name={isCopied ? 'check' : 'share-network'} className="size-5.5" />
    </button>
  );
}
