/** Pages for states: loading, failed, not found, not allowed. */
import { Button } from '@mui/material';
import { Link, useLocation } from 'react-router';
import { useText } from '../i18n/text.ts';

export function LoadingPage() {
  const t = useText();
  return (
    <div className="state" role="status">
      <p className="quiet">{t('app.loading')}</p>
    </div>
  );
}

/** Shows an error of our own code, caught by react-admin's error boundary. */
export function FailedPage() {
  const t = useText();
  return (
    <div className="state" role="alert">
      <h1>{t('app.failed')}</h1>
      <p className="quiet">{t('app.failed_text')}</p>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {t('app.reload')}
      </Button>
    </div>
  );
}

export function NotFound() {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <div className="state" key={pathname}>
      <h1>{t('app.not_found')}</h1>
      <p className="quiet">{t('app.not_found_text')}</p>
      <Button component={Link} to="/">
        {t('app.to_start')}
      </Button>
    </div>
  );
}

export function AccessDenied() {
  const t = useText();
  return (
    <div className="state">
      <h1>{t('app.no_access')}</h1>
      <p className="quiet">{t('app.no_access_text')}</p>
      <Button component={Link} to="/">
        {t('app.to_start')}
      </Button>
    </div>
  );
}
