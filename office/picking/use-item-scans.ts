/** Barcodes of lines to pick, and the scanned units of the open line. */
import type { PickLine } from '@shop/contract/staff/staff-picking';
import { listBarcodeSpellings } from '@shop/core/catalog/barcode';
import { useState } from 'react';
import type { PickStep } from './pick-queue.ts';

export function hasCode({ barcodes, sku, parts }: PickLine, code: string): boolean {
  // Some scanners return a UPC-A, others the EAN-13 of the same goods.
  const spellings = listBarcodeSpellings(code);
  return (
    sku === code || [...barcodes, ...parts.flatMap((part) => part.barcodes)].some((each) => spellings.includes(each))
  );
}

/** Builds the steps that mark all parts of a line as found. */
export const buildFindSteps = ({ orders }: PickLine): PickStep[] =>
  orders.map((part) => ({ kind: 'find', order: part.order_id, line: part.line, body: { quantity: part.quantity } }));

export const countLineUnits = ({ orders }: PickLine): number => orders.reduce((sum, { quantity }) => sum + quantity, 0);

export type ItemScans = {
  /** Scanned units of the open line. */
  scanned: number;
  /** The last code, if no open line has it. */
  wrongCode: string | null;
  /** Counts a unit, opens the other line that has the code, or stores a wrong code. */
  take(code: string): 'unit' | 'complete' | 'other' | 'wrong';
};

type LineScans = { line: string; scanned: number; wrongCode: string | null };

/**
 * Counts scanned units of the open `line`, which has only the parts of orders that are still to pick. `lines` are all
 * open lines.
 */
export function useItemScans(
  line: PickLine | undefined,
  lines: readonly PickLine[],
  { onSteps, onOpen }: { onSteps(steps: readonly PickStep[]): void; onOpen(id: string): void },
): ItemScans {
  const [storedScans, setScans] = useState<LineScans | null>(null);
  const id = line?.id ?? '';
  const scans = storedScans?.line === id ? storedScans : { line: id, scanned: 0, wrongCode: null };
  return {
    ...scans,
    take(code) {
      const other = lines.find((each) => each.id !== id && hasCode(each, code));
      if (line !== undefined && hasCode(line, code)) {
        const scanned = scans.scanned + 1;
        const isComplete = scanned >= countLineUnits(line);
        setScans({ line: id, scanned: isComplete ? 0 : scanned, wrongCode: null });
        if (isComplete) onSteps(buildFindSteps(line));
        return isComplete ? 'complete' : 'unit';
      }
      setScans({ ...scans, wrongCode: other === undefined ? code : null });
      if (other === undefined) return 'wrong';
      onOpen(other.id);
      return 'other';
    },
  };
}
