/** Shares a product's URL by the device's share sheet, or copies it. */
import { withLang } from '@shop/core/links/paths';
import { useEffect, useState } from 'react';
import { useLang, useOrigin, useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';

/** The duration of the "copied" state. */
const COPIED_MS = 2_000;

/** Opens the share sheet if the device has one; a cancelled share counts as shared. */
async function shared(title: string, url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

async function copied(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}

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
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const share = async () => {
    const url = `${origin}${withLang(path, lang)}`;
    if (await shared(title, url)) return;
    const isThere = await copied(url);
    setCopied(isThere);
    // Without a secure context there is no clipboard: shows the URL instead.
    toast(isThere ? t('ui.copied') : url, { kind: isThere ? 'success' : 'info' });
  };
  const label = t(isCopied ? 'ui.copied' : 'product.share');
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={!isHydrated}
      onClick={() => void share()}
      className={classNames(
        'press grid size-11 place-items-center rounded-pill border border-line bg-surface text-ink-2 hover:border-edge',
        className,
      )}
    >
      <Icon name={isCopied ? 'check' : 'share-network'} className="size-[22px]" />
    </button>
  );
}
