/** /track-order/view: one order, opened by its link or by the phone or email that it was placed with. */
import { trackedOrderPrintPath } from '@shop/core/links/paths';
import { OrderDetails } from '../OrderDetails.tsx';
import { ProvenOrder } from './ProvenOrder.tsx';

export function Component() {
  return (
    <div className="page-width max-w-[70rem] py-8">
      <ProvenOrder>
        {(order, proof) => (
          <OrderDetails
            order={order}
            proof={proof}
            printPath={trackedOrderPrintPath({ order_number: order.order_number, ...('token' in proof && proof) })}
          />
        )}
      </ProvenOrder>
    </div>
  );
}
