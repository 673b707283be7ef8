/**
 * Chooses an option. On a page the choice is in the URL, so that it can be shared, survives reloads and works without
 * scripts; in a sheet the parent component has it.
 */
import type { VariationOption } from '@shop/contract/catalog';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LangLink } from '../../links.tsx';
import { withOption } from './chosen-option.ts';

type OptionLinkProps = {
  option: VariationOption;
  onChoose?: (option: VariationOption) => void;
  isChosen?: boolean;
  className?: string;
  children: ReactNode;
};

export function OptionLink({ option, onChoose, isChosen = false, className, children }: OptionLinkProps) {
  const { pathname, search } = useLocation();
  const look = { 'aria-current': isChosen || undefined, className };
  if (onChoose !== undefined)
    return (
      <button type="button" onClick={() => onChoose(option)} {...look}>
        {children}
      </button>
    );
  return (
    <LangLink to={withOption(`${pathname}${search}`, option.id)} replace preventScrollReset {...look}>
      {children}
    </LangLink>
  );
}
