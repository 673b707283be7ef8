/** Renders the modal manager's view. Mounted once in the layout; a view's code loads when it is first opened. */
import { Suspense, useState } from 'react';
import { type PlainKey, useT } from '../i18n/MessagesProvider.tsx';
import { Overlay } from '../ui/overlay/Overlay.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { ModalView, ModalViews } from './modal-data.ts';
import { closeModal, useModal } from './modal-store.ts';
import { modalViews } from './modal-views.ts';

function View<Name extends ModalView>({ view, data }: { view: Name; data: ModalViews[Name] }) {
  const { Component } = modalViews[view];
  return <Component data={data} />;
}

function titleOf<Name extends ModalView>(view: Name, data: ModalViews[Name]): PlainKey {
  const { title } = modalViews[view];
  return typeof title === 'function' ? title(data) : title;
}

export function ModalHost() {
  const t = useT();
  const current = useModal((state) => state.current);
  const title = useModal((state) => state.title);
  // Keeps rendering the last view during the closing animation.
  const [shownModal, setShownModal] = useState(current);
  // Gives a reopened view fresh state, even during the closing animation.
  const [openCount, setOpenCount] = useState(0);
  if (current !== null && current !== shownModal) {
    setShownModal(current);
    setOpenCount(openCount + 1);
  }
  if (shownModal === null) return null;
  const { kind } = modalViews[shownModal.view];
  return (
    <Overlay
      open={current !== null}
      onClose={closeModal}
      title={t(title ?? titleOf(shownModal.view, shownModal.data))}
      kind={kind}
      closeOnOutside={shownModal.closeOnOutside}
    >
      <Suspense fallback={<Skeleton className="h-48 w-full rounded-lg" />}>
        <View key={openCount} view={shownModal.view} data={shownModal.data} />
      </Suspense>
    </Overlay>
  );
}
