import { Link } from 'react-router';

/** An order's number, which leads to its page. */
export const OrderLink = ({ number }: { number: string }) => (
  <Link className="record" to={`/orders/${number}`}>
    {number}
  </Link>
);
