/** Lists the cart's lines: select one or all for checkout, remove one with an undo, or remove several. */
import type { Cart, CartItem, LineChange } from '@shop/contract/cart';
import { lineKey } from '@shop/core/cart/cart';
import { useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useLayout } from '../../layout/layout-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { cart as cartActions } from '../cart-actions.ts';
import { isNoteFor } from '../sync/cart-store.ts';
import { CartLine } from './CartLine.tsx';
import { ChangeNote } from './line-parts.tsx';
import { batchKey, type RemovedLines, RemovedLinesRow } from './removed-lines.tsx';
import { UndeliverableLines } from './UndeliverableLines.tsx';

type CartLinesProps = { cart: Cart; notes: readonly LineChange[]; removals: RemovedLines };

export function CartLines({ cart, notes, removals: { batches, remember, undo } }: CartLinesProps) {
  const t = useT();
  const editing = useLayout((state) => state.cartEditing);
  const setLayout = useLayout((state) => state.set);
  const [markedKeys, setMarkedKeys] = useState<ReadonlySet<string>>(new Set());

  const availableLines = cart.items.filter((line) => line.available);
  const unavailableLines = cart.items.filter((line) => !line.available);
  const selectedLines = availableLines.filter((line) => line.checkout);
  const markedLines = cart.items.filter((line) => markedKeys.has(lineKey(line)));

  const remove = (line: CartItem) => {
    remember([line]);
    void cartActions.remove(line);
  };
  const endEditing = () => {
    setMarkedKeys(new Set());
    setLayout('cartEditing', false);
  };
  const removeAll = (lines: readonly CartItem[]) => {
    for (const line of lines) void cartActions.remove(line);
    endEditing();
  };
  const removeMarked = () => {
    if (markedLines.length === 0) return;
    remember(markedLines);
    removeAll(markedLines);
  };
  const emptyCart = () => {
    remember(availableLines);
    void cartActions.reset();
    endEditing();
  };
  const selectAll = () => {
    const checkout = selectedLines.length < availableLines.length;
    for (const line of availableLines) void cartActions.update(line, { checkout });
  };
  const toggleMark = (line: CartItem) => {
    const next = new Set(markedKeys);
    if (!next.delete(lineKey(line))) next.add(lineKey(line));
    setMarkedKeys(next);
  };

  const renderLine = (line: CartItem) => (
    <CartLine
      key={lineKey(line)}
      line={line}
      editing={editing}
      notes={notes.filter((note) => isNoteFor(note, line))}
      checked={editing ? markedKeys.has(lineKey(line)) : line.checkout && line.available}
      checkLabel={t(editing ? 'cart.mark' : 'cart.select', { name: line.name })}
      onCheck={() => (editing ? toggleMark(line) : void cartActions.toggleCheckout(line))}
      onRemove={() => remove(line)}
      onRemoved={(removedLine) => remember([removedLine])}
    />
  );
  const rows = availableLines.map(renderLine);
  for (const each of batches.toSorted((a, b) => a.position - b.position)) {
    rows.splice(
      Math.min(each.position, rows.length),
      0,
      <RemovedLinesRow key={`gone ${batchKey(each)}`} lines={each.lines} onUndo={() => void undo(each)} />,
    );
  }

  return (
    <div>
      {notes
        .filter((note) => !cart.items.some((line) => isNoteFor(note, line)))
        .map((note) => (
          <ChangeNote key={`${note.id}${note.field}`}>
            {note.name === undefined ? note.message : `${note.name}: ${note.message}`}
          </ChangeNote>
        ))}
      <div className="flex items-center justify-between gap-3 border-b border-line">
        {editing ? (
          <Button
            kind="danger"
            size="compact"
            className="my-1.5"
            aria-disabled={markedLines.length === 0}
            onClick={removeMarked}
          >
            {t('cart.remove_marked', { count: markedLines.length })}
          </Button>
        ) : (
          <Checkbox
            className="-ms-2.5"
            checked={availableLines.length > 0 && selectedLines.length === availableLines.length}
            indeterminate={selectedLines.length > 0 && selectedLines.length < availableLines.length}
            onChange={selectAll}
          >
            {t('cart.select_all', { count: availableLines.length })}
          </Checkbox>
        )}
        <div className="flex items-center">
          {editing && (
            <Button kind="quiet" size="compact" onClick={emptyCart}>
              {t('cart.empty')}
            </Button>
          )}
          <Button kind="quiet" size="compact" onClick={() => setLayout('cartEditing', !editing)}>
            {t(editing ? 'cart.edit_done' : 'cart.edit')}
          </Button>
        </div>
      </div>
      <UndeliverableLines cart={cart} />
      <ul>{rows}</ul>
      {unavailableLines.length > 0 && (
        <section className="mt-5">
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-md">{t('cart.unavailable_title', { count: unavailableLines.length })}</h3>
            <Button kind="quiet" size="compact" onClick={() => removeAll(unavailableLines)}>
              {t('cart.remove_unavailable')}
            </Button>
          </div>
          <ul>{unavailableLines.map(renderLine)}</ul>
        </section>
      )}
    </div>
  );
}
