/** What went wrong and belongs to no field, beside the button that was pressed. */
import { Icon } from './Icon.tsx';

/** Empty while there is nothing to say: it stands there before its text does, else that would not be read out. */
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
