/** Shows an order number or a code with a copy button. */
import { useEffect, useState } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { toast } from '../ui/toasts/toast.ts';

/** How long the button shows the confirmation. */
const COPIED_MS = 2_000;

type CopyNumberProps = {
  number: string;
  /** Label before the number. */
  label?: string;
};

export function CopyNumber({ number, label }: CopyNumberProps) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number);
      setCopied(true);
      toast(t('ui.copied'), { kind: 'success' });
    } catch {
      // Without a secure context there is no clipboard; the number can still be selected by hand.
    }
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {label !== undefined && <span className="text-ink-2">{label}</span>}
      <bdi className="font-display text-md font-bold tracking-wide">{number}</bdi>
      <Button kind="quiet" size="compact" onClick={() => void copy()}>
        <Icon name={copied ? 'check' : 'copy'} className="size-5" />
        {t(copied ? 'ui.copied' : 'orders.copy')}
      </Button>
    </p>
  );
}
