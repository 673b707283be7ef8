import { useText } from '../i18n/text.ts';
import { ApprovalList } from '../money/ApprovalsPage.tsx';
import { StockTabs } from './StockTabs.tsx';

/** Price changes that wait for a second person, for roles that change prices. */
export function PriceApprovalsPage() {
  const t = useText();
  return (
    <ApprovalList title={t('menu.stock')} kind="price_change">
      <StockTabs />
    </ApprovalList>
  );
}
