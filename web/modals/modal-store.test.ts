import { beforeEach, expect, test } from 'vitest';
import { closeModal, confirmModal, openModal, useModal } from './modal-store.ts';

beforeEach(() => useModal.setState({ current: null }));

test('docs/spec.md §2 "one at a time": a second view replaces the first', () => {
  openModal('SIMILAR_PRODUCTS', { slug: 'kaya' });
  openModal('CATEGORY_VIEW', null);
  expect(useModal.getState().current?.view).toBe('CATEGORY_VIEW');
});

test('docs/spec.md §2 "optional confirm and cancel callbacks": calls the matching callback once', () => {
  const calls: string[] = [];
  const options = { onConfirm: () => calls.push('confirmed'), onCancel: () => calls.push('canceled') };
  openModal('SIMILAR_PRODUCTS', { slug: 'kaya' }, options);
  confirmModal();
  confirmModal();
  openModal('SIMILAR_PRODUCTS', { slug: 'kaya' }, options);
  closeModal();
  expect(calls).toEqual(['confirmed', 'canceled']);
  expect(useModal.getState().current).toBeNull();
});
