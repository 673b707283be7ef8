/** /track-order/print: a tracked order as a document for A4 paper. */
import { trackedOrderPath } from '@shop/core/links/paths';
import { ProvenOrder } from '../track/ProvenOrder.tsx';
import { OrderDocument } from './OrderDocument.tsx';

export function Component() {
  return (
    <div className="page-width py-8 print:p-0">
      <ProvenOrder>
        {(order, proof) => (
          <OrderDocument
            order={order}
            backPath={trackedOrderPath({ order_number: order.order_number, ...('token' in proof && proof) })}
          />
        )}
      </ProvenOrder>
    </div>
  );
}
