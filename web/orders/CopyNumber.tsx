/** Shows an order number or a code with a copy button. */
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { useCopied } from '../ui/use-copied.ts';

type CopyNumberProps = {
  number: string;
  /** Label before the number. */
  label?: string;
};

export function CopyNumber({ number, label }: CopyNumberProps) {
  const t = useT();
  const { isCopied, copy } = useCopied();
  // Without a clipboard the number can still be selected by hand.
  const press = async () => {
    if (await copy(number)) toast(t('ui.copied'), { kind: 'success' });
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {label !== undefined && <span className="text-ink-2">{label}</span>}
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <bdi className="font-display text-md font-bold tracking-wide">{number}</bdi>
        <Button kind="quiet" size="compact" onClick={() => void press()}>
          <Icon name={isCopied ? 'check' : 'copy'} className="size-5" />
          {t(isCopied ? 'ui.copied' : 'orders.copy')}
        </Button>
      </span>
    </p>
  );
}
