/** An error that belongs to no field, next to the submit button. */
import { Icon } from '../icons/Icon.tsx';

/** Renders an empty region as well, because a live region has to exist before its text. */
export function FormError({ text }: { text: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== '' && (
        <p className="flex items-start gap-2 rounded-md border-2 border-danger bg-danger-50 p-4 font-semibold">
          <Icon name="warning-circle" className="mt-0.5 size-5 text-danger" />
          {text}
        </p>
      )}
    </div>
  );
}
