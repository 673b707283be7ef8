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
import { batchKey, type RemovedLines, RemovedRow } from './removed-lines.tsx';
import { UndeliverableLines } from './UndeliverableLines.tsx';

type CartLinesProps = { cart: Cart; notes: readonly LineChange[]; removed: RemovedLines };

export function CartLines({ cart, notes, removed: { batches, remember, undo } }: CartLinesProps) {
  const t = useT();
  const editing = useLayout((state) => state.cartEditing);
  const setLayout = useLayout((state) => state.set);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());

  const ready = cart.items.filter((line) => line.available);
  const unavailable = cart.items.filter((line) => !line.available);
  const selected = ready.filter((line) => line.checkout);
  const markedLines = cart.items.filter((line) => marked.has(lineKey(line)));

  const remove = (line: CartItem) => {
    remember([line]);
    void cartActions.remove(line);
  };
  const endEditing = () => {
    setMarked(new Set());
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
    remember(ready);
    void cartActions.reset();
    endEditing();
  };
  const selectAll = () => {
    const checkout = selected.length < ready.length;
    for (const line of ready) void cartActions.update(line, { checkout });
  };
  const toggleMark = (line: CartItem) => {
    const next = new Set(marked);
    if (!next.delete(lineKey(line))) next.add(lineKey(line));
    setMarked(next);
  };

  const row = (line: CartItem) => (
    <CartLine
      key={lineKey(line)}
      line={line}
      editing={editing}
      notes={notes.filter((note) => isNoteFor(note, line))}
      checked={editing ? marked.has(lineKey(line)) : line.checkout && line.available}
      checkLabel={t(editing ? 'cart.mark' : 'cart.select', { name: line.name })}
      onCheck={() => (editing ? toggleMark(line) : void cartActions.toggleCheckout(line))}
      onRemove={() => remove(line)}
      onRemoved={(removed) => remember([removed])}
    />
  );
  const rows = ready.map(row);
  for (const each of batches.toSorted((a, b) => a.at - b.at)) {
    rows.splice(
      Math.min(each.at, rows.length),
      0,
      <RemovedRow key={`gone ${batchKey(each)}`} lines={each.lines} onUndo={() => void undo(each)} />,
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
            checked={ready.length > 0 && selected.length === ready.length}
            indeterminate={selected.length > 0 && selected.length < ready.length}
            onChange={selectAll}
          >
            {t('cart.select_all', { count: ready.length })}
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
      {unavailable.length > 0 && (
        <section className="mt-5">
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-md">{t('cart.unavailable_title', { count: unavailable.length })}</h3>
            <Button kind="quiet" size="compact" onClick={() => removeAll(unavailable)}>
              {t('cart.remove_unavailable')}
            </Button>
          </div>
          <ul>{unavailable.map(row)}</ul>
        </section>
      )}
    </div>
  );
}
