/** The office: react-admin's providers, the theme, and the routes of all screens. */
import { CoreAdminContext, CoreAdminUI, CustomRoutes, localStorageStore, type Store } from 'ra-core';
import { Suspense, useSyncExternalStore } from 'react';
import { createBrowserRouter, Route } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { EnrollGate } from './account/EnrollGate.tsx';
import { currentCodes, onCodesChange } from './account/new-recovery-codes.ts';
import { RecoveryCodesStep } from './account/RecoveryCodesStep.tsx';
import { authProvider } from './api/auth-provider.ts';
import { dataProvider } from './api/data-provider.ts';
import { may } from './api/endpoint-roles.ts';
import { queryClient } from './api/query-client.ts';
import { mustEnroll, onSessionChange } from './api/session.ts';
import { i18nProvider } from './i18n/text.ts';
import { Home } from './layout/Home.tsx';
import { Layout } from './layout/Layout.tsx';
import { LockScreen } from './layout/LockScreen.tsx';
import { AccessDenied, FailedPage, LoadingPage, NotFound } from './layout/states.tsx';
import { SCREENS, type Screen } from './screens.ts';
import { SignInPage } from './sign-in/SignInPage.tsx';
import { OfficeTheme } from './theme.tsx';
import { Notifications } from './ui/Notifications.tsx';

const browserStore = localStorageStore('1', 'office');
/** Signing out does not reset saved filters, language and theme, which contain no data of the shop. */
const store: Store = { ...browserStore, reset: () => undefined };

function ScreenRoute({ screen: { component: Component, needs, isBare = false } }: { screen: Screen }) {
  const isUnenrolled = useSyncExternalStore(onSessionChange, mustEnroll);
  const codes = useSyncExternalStore(onCodesChange, currentCodes);
  if (codes !== null) return <RecoveryCodesStep codes={codes} />;
  if (isUnenrolled) return <EnrollGate />;
  const page = <Suspense fallback={<LoadingPage />}>{may(needs) ? <Component /> : <AccessDenied />}</Suspense>;
  return isBare ? page : <Layout>{page}</Layout>;
}

const DeniedPage = () => (
  <Layout>
    <AccessDenied />
  </Layout>
);
const MissingPage = () => (
  <Layout>
    <NotFound />
  </Layout>
);

const routes = SCREENS.map((screen) => (
  <Route key={screen.path} path={`/${screen.path}`} element={<ScreenRoute screen={screen} />} />
));

function Office() {
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <OfficeTheme>
        <CoreAdminUI
          accessDenied={DeniedPage}
          catchAll={MissingPage}
          dashboard={Home}
          disableTelemetry
          error={FailedPage}
          loading={LoadingPage}
          loginPage={SignInPage}
          requireAuth
          title="Office"
        >
          <CustomRoutes>{routes}</CustomRoutes>
        </CoreAdminUI>
        <LockScreen />
        <Notifications />
      </OfficeTheme>
    </CoreAdminContext>
  );
}

/** The router of the whole office. It is made here, so that react-admin does not make its own. */
const router = createBrowserRouter([{ path: '*', element: <Office /> }], { basename: '/office' });

export const App = () => <RouterProvider router={router} />;
