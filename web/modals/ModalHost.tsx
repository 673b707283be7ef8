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
  const [shown, setShown] = useState(current);
  // Gives a reopened view fresh state, even during the closing animation.
  const [opened, setOpened] = useState(0);
  if (current !== null && current !== shown) {
    setShown(current);
    setOpened(opened + 1);
  }
  if (shown === null) return null;
  const { kind } = modalViews[shown.view];
  return (
    <Overlay
      open={current !== null}
      onClose={closeModal}
      title={t(title ?? titleOf(shown.view, shown.data))}
      kind={kind}
      closeOnOutside={shown.closeOnOutside}
    >
      <Suspense fallback={<Skeleton className="h-48 w-full rounded-lg" />}>
        <View key={opened} view={shown.view} data={shown.data} />
      </Suspense>
    </Overlay>
  );
}
