import { Link } from 'react-router';

/** An order's number as a link to its page. */
export const OrderLink = ({ number }: { number: string }) => (
  <Link className="record" to={`/orders/${number}`}>
    {number}
  </Link>
);
