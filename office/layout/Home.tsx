import { Navigate } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { MENU } from '../screens.ts';
import { AccessDenied } from './states.tsx';

/** Redirects to the first screen that the user's roles may open. */
export function Home() {
  const first = MENU.find(({ needs }) => may(needs));
  return first === undefined ? <AccessDenied /> : <Navigate to={`/${first.path}`} replace />;
}
