/** A link that opens a modal view; without JavaScript, or in a new tab, it opens the page. */
import type { ComponentProps } from 'react';
import { isPlainClick, LangLink } from '../links.tsx';
import type { ModalView, ModalViews } from './modal-data.ts';
import { openModal } from './modal-store.ts';

type ModalLinkProps<View extends ModalView> = ComponentProps<typeof LangLink> & { view: View; data: ModalViews[View] };

export function ModalLink<View extends ModalView>({ view, data, ...rest }: ModalLinkProps<View>) {
  return (
    <LangLink
      aria-haspopup="dialog"
      {...rest}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        openModal(view, data);
      }}
    />
  );
}
