/** docs/office.md#how-a-screen-is-added: the office has words for what is recorded, so that nothing else is. */
import { staffPaths } from '@shop/contract/staff/staff-paths';
import { AUDITED_ACTIONS } from '@shop/core/staff/audited-changes';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { recordAudit } from './audit.ts';

test('an action is an endpoint, or the request for a second person', () => {
  expect(AUDITED_ACTIONS.filter((action) => !(action in staffPaths))).toEqual(['staff.requestApproval']);
});

test('an action, a field or a value without words does not compile', () => {
  const shared = { subject: 'product kaya', before: null };
  const recordUnknown = (ctx: Ctx) => [
    // @ts-expect-error An action without words.
    recordAudit(ctx, { ...shared, action: 'staff.paintWall', after: null }),
    // @ts-expect-error A field without words.
    recordAudit(ctx, { ...shared, action: 'staff.setStock', after: { quantity: 1, colour: 'red' } }),
    // @ts-expect-error Fields whose names the type does not know.
    recordAudit(ctx, { ...shared, action: 'staff.setStock', after: Object.fromEntries([['colour', 1]]) }),
    // @ts-expect-error A value of another format.
    recordAudit(ctx, { ...shared, action: 'staff.setStock', after: { quantity: '1' } }),
  ];
  expect(recordUnknown).toBeTypeOf('function');
});
