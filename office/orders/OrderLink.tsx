import { Link } from 'react-router';

export const OrderLink = ({ number }: { number: string }) => (
  <Link className="record" to={`/orders/${number}`}>
    {number}
  </Link>
);
