import { useText } from '../i18n/text.ts';
import { ApprovalList } from '../money/ApprovalsPage.tsx';
import { StockTabs } from './StockTabs.tsx';

/** Changes of prices that need a second person, for those who change prices. */
export function PriceApprovalsPage() {
  const t = useText();
  return (
    <ApprovalList title={t('menu.stock')} kind="price_change">
      <StockTabs />
    </ApprovalList>
  );
}
