import { beforeEach, expect, test } from 'vitest';
import { closeModal, confirmModal, openModal, useModal } from './modal-store.ts';

beforeEach(() => useModal.setState({ current: null }));

test('docs/spec.md §2 "one at a time": a second view takes the place of the first', () => {
  openModal('SIMILAR_PRODUCTS', { slug: 'kaya' });
  openModal('CATEGORY_VIEW', null);
  expect(useModal.getState().current?.view).toBe('CATEGORY_VIEW');
});

test('docs/spec.md §2 "optional confirm and cancel callbacks": each is told of its own end, once', () => {
  const told: string[] = [];
  const options = { onConfirm: () => told.push('confirmed'), onCancel: () => told.push('canceled') };
  openModal('SIMILAR_PRODUCTS', { slug: 'kaya' }, options);
  confirmModal();
  confirmModal();
  openModal('SIMILAR_PRODUCTS', { slug: 'kaya' }, options);
  closeModal();
  expect(told).toEqual(['confirmed', 'canceled']);
  expect(useModal.getState().current).toBeNull();
});
