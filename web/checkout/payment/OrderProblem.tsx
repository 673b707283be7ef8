/**
 * Explains inside the sticky bar why the order was not placed, with the button that helps (docs/ux.md#rule-30,
 * docs/spec.md §8). Empty while a dialog explains it.
 */
import type { LineChange } from '@shop/contract/cart';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import type { ReactNode } from 'react';
import { ChangeNote } from '../../cart/drawer/line-parts.tsx';
import { type PlainKey, useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { openCart } from '../../layout/layout-store.ts';
import { useModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useOpenStep } from '../use-open-step.ts';
import { findPhoneToProve } from './place-order.ts';
import { hasLostSlot, listProblems, type PlaceOutcome } from './use-place-order.ts';

type OrderProblemProps = {
  outcome: PlaceOutcome | null;
  /** Whether an earlier attempt has no response yet. */
  isUnanswered: boolean;
  /** Opens the dialog that solves the outcome. */
  onSolve: (outcome: PlaceOutcome) => void;
};

type Remedy = { label: PlainKey; act: () => void };

/** Returns the button that helps after a refused order; null if there is none, or if only a retry helps. */
function useRemedy({ outcome, onSolve }: OrderProblemProps): Remedy | null {
  const openStep = useOpenStep();
  if (outcome === null || outcome.kind === 'placed' || outcome.kind === 'unknown') return null;
  if (outcome.kind === 'refused') {
    if (findPhoneToProve(outcome.error) !== null)
      return { label: 'checkout.prove_action', act: () => onSolve(outcome) };
  }
  const [problem, ...others] = listProblems(outcome);
  if (others.length > 0) return { label: 'checkout.show_problems', act: () => onSolve(outcome) };
  if (problem !== undefined) {
    return { label: 'checkout.fix', act: () => openStep(problem.step, problem.selector) };
  }
  if (hasLostSlot(outcome)) return { label: 'checkout.choose_slot', act: () => openStep(2, '[name=delivery_slot]') };
  return { label: 'checkout.open_cart', act: openCart };
}

function useOutcomeText({ outcome, isUnanswered }: OrderProblemProps): string {
  const t = useT();
  const lang = useLang();
  if (outcome?.kind === 'changed') return formatRefusal(refusal('checkout.changed'), lang);
  if (outcome?.kind === 'refused') return outcome.error.message || t('checkout.refused');
  if (outcome?.kind === 'incomplete') return outcome.problems[0]?.text ?? '';
  if (outcome?.kind === 'unsynced') return t('cart.update_failed');
  return isUnanswered ? t('checkout.unknown_title') : '';
}

/** Lists what changed since the shopper last saw the cart, line by line, to confirm again. */
function CartChanges({ changes }: { changes: readonly LineChange[] }) {
  return changes.map((change) => (
    <ChangeNote key={`${change.id}${change.variation_option_id}${change.field}`}>
      {change.name === undefined ? change.message : `${change.name}: ${change.message}`}
    </ChangeNote>
  ));
}

export function OrderProblem(props: OrderProblemProps) {
  const { outcome, isUnanswered } = props;
  const t = useT();
  const hasDialog = useModal((state) => state.current !== null);
  const text = useOutcomeText(props);
  const remedy = useRemedy(props);
  return (
    // Rendered empty as well: a live region has to exist before its text.
    <div role="alert" className="empty:hidden">
      {text !== '' && !hasDialog && (
        <ProblemMessage isWarning={outcome?.kind === 'changed' || isUnanswered} text={text}>
          {outcome?.kind === 'changed' && <CartChanges changes={outcome.response.changes} />}
          {isUnanswered && <p className="text-sm">{t('checkout.unknown_text')}</p>}
          {remedy !== null && (
            <Button kind="secondary" size="compact" className="w-fit" onClick={remedy.act}>
              {t(remedy.label)}
            </Button>
          )}
        </ProblemMessage>
      )}
    </div>
  );
}

/** Shows a warning, after which the order can be placed unchanged, or an error, after which it cannot. */
function ProblemMessage({ isWarning, text, children }: { isWarning: boolean; text: string; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'grid gap-2 rounded-md border-2 p-3',
        isWarning ? 'border-coin bg-kunyit-50' : 'border-danger bg-danger-50',
      )}
    >
      <p className="flex items-start gap-2 font-semibold">
        <Icon
          name={isWarning ? 'warning' : 'warning-circle'}
          className={classNames('mt-0.5 size-5', isWarning ? 'text-coin-ink' : 'text-danger')}
        />
        {text}
      </p>
      {children}
    </div>
  );
}
