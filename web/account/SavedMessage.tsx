/** Confirms a save next to its button. Stays until something changes, unlike a toast (docs/ux.md#rule-38). */
import { useT } from '../i18n/MessagesProvider.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

export function SavedMessage({ saved, text }: { saved: boolean; text?: string }) {
  const t = useT();
  return (
    <span role="status" className="inline-flex items-center gap-1.5 font-semibold text-action-strong empty:hidden">
      {saved && (
        <>
          <Icon name="check-circle-fill" className="size-5 shrink-0" />
          {text ?? t('account.saved')}
        </>
      )}
    </span>
  );
}
