/** Button that requests an alert for a product or ends it: one tap for customers, a form for guests. */
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { type AlertButtonProps, useAlert } from './use-alert.ts';

export function AlertButton(props: AlertButtonProps) {
  const t = useT();
  const { isOn, busy, toggle } = useAlert(props);
  return (
    <Button
      kind="quiet"
      size="compact"
      busy={busy}
      aria-pressed={isOn}
      onClick={() => void toggle()}
      className="-ms-4 justify-self-start"
    >
      {t(isOn ? `alerts.on_${props.kind}` : `alerts.${props.kind}`)}
    </Button>
  );
}
