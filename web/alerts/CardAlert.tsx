/** Button on a product's card that requests an alert, then confirms it with an undo. */
import { type PlainKey, useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { type AlertButtonProps, useAlert } from './use-alert.ts';

type CardAlertProps = Pick<AlertButtonProps, 'product' | 'kind'> & {
  /** Replaces the button's text. */
  text?: PlainKey;
};

export function CardAlert({ product, kind, text = `alerts.${kind}` }: CardAlertProps) {
  const t = useT();
  const { isOn, busy, toggle } = useAlert({ product, kind });
  const isHydrated = useHydrated();
  const label = t(isOn ? 'cart.undo' : text);
  return (
    // Lies above the link that covers the card.
    <div className="relative mt-auto grid gap-0.5">
      <p role="status" className="flex items-start gap-1.5 text-xs text-ink-2 empty:hidden">
        {isOn && (
          <>
            <Icon name="check-circle" className="size-4 shrink-0 text-action-strong" />
            {t(`alerts.on_${kind}`)}
          </>
        )}
      </p>
      <button
        type="button"
        // A tap before hydration would be lost.
        disabled={!isHydrated || busy}
        aria-label={`${label}: ${product.name}`}
        onClick={() => void toggle()}
        className={classNames(
          'press flex min-h-11 w-fit items-center gap-1.5 text-start text-xs leading-tight font-bold text-action-strong',
          'underline-offset-4 hover:underline',
        )}
      >
        {!isOn && <Icon name="bell" className="size-4 shrink-0" />}
        {label}
      </button>
    </div>
  );
}
