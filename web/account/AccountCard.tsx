/** A section of an account page, as a card. */
import type { ReactNode } from 'react';

type AccountCardProps = {
  title?: string;
  text?: string;
  /** Anchor id for links. */
  id?: string;
  children: ReactNode;
};

export function AccountCard({ title, text, id, children }: AccountCardProps) {
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className="grid grid-cols-1 content-start gap-4 rounded-xl border border-line bg-surface p-5"
    >
      {title !== undefined && (
        <div className="grid gap-1">
          <h2 className="text-lg">{title}</h2>
          {text !== undefined && <p className="text-sm text-ink-2">{text}</p>}
        </div>
      )}
      {children}
    </section>
  );
}
