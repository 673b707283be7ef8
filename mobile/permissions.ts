/**
 * What the app may do on a phone, and why: the permissions of AndroidManifest.xml, and the texts by which iOS asks for
 * them, which `npm run app:add` writes. Fill in the stores' forms with the same reasons (docs/app.md).
 */

/** A use of a permission: a package of the app, or a file with a text that proves it. */
type PermissionUse = { file: string; text: string } | { package: string };

export type Permission = {
  /** Its name in AndroidManifest.xml. */
  android: string;
  /** The key of its text in Info.plist, where iOS needs one. */
  ios?: string;
  neededBy: readonly PermissionUse[];
  reason: { en: string; zh: string };
};

/** The app's permissions, at most eight. */
export const PERMISSIONS: readonly Permission[] = [
  {
    android: 'android.permission.INTERNET',
    neededBy: [{ package: '@capacitor/android' }],
    reason: { en: 'To load products and place orders.', zh: '用于加载商品和提交订单。' },
  },
  {
    android: 'android.permission.ACCESS_NETWORK_STATE',
    neededBy: [{ file: 'web/ui/connection.ts', text: 'navigator.onLine' }],
    reason: { en: 'To show when you are offline.', zh: '用于在断网时提示您。' },
  },
  {
    android: 'android.permission.ACCESS_COARSE_LOCATION',
    ios: 'NSLocationWhenInUseUsageDescription',
    neededBy: [
      { file: 'web/stores/StoreSearch.tsx', text: 'navigator.geolocation' },
      {
        file: 'mobile/android/app/src/main/java/example/sekampit/app/PositionClient.java',
        text: 'ACCESS_COARSE_LOCATION',
      },
    ],
    reason: {
      en: 'To find the outlets near you. Your position is used only when you press “Use my location”.',
      zh: '用于查找您附近的分店。只有您按下“使用我的位置”时才会用到您的位置。',
    },
  },
  {
    android: 'android.permission.POST_NOTIFICATIONS',
    neededBy: [{ package: '@capacitor-firebase/messaging' }],
    reason: {
      en: 'To tell you about your orders and rewards. You choose which in the settings.',
      zh: '用于通知您订单和奖励的最新消息。您可以在设置中选择要接收的通知。',
    },
  },
  {
    android: 'com.google.android.c2dm.permission.RECEIVE',
    neededBy: [{ package: '@capacitor-firebase/messaging' }],
    reason: { en: 'To receive notifications from Google’s service.', zh: '用于接收 Google 服务发出的通知。' },
  },
  {
    android: 'android.permission.WAKE_LOCK',
    neededBy: [{ package: '@capacitor-firebase/messaging' }],
    reason: { en: 'To show a notification while the phone sleeps.', zh: '用于在手机休眠时显示通知。' },
  },
  {
    android: 'android.permission.VIBRATE',
    neededBy: [{ package: '@capacitor/haptics' }, { file: 'web/native/haptics.ts', text: '@capacitor/haptics' }],
    reason: { en: 'To vibrate lightly when you add a product.', zh: '用于在您加入商品时轻轻震动。' },
  },
  {
    android: 'com.google.android.finsky.permission.BIND_GET_INSTALL_REFERRER_SERVICE',
    neededBy: [
      {
        file: 'mobile/android/app/src/main/java/example/sekampit/app/InstallReferrerPlugin.java',
        text: 'com.android.installreferrer',
      },
    ],
    reason: {
      en: 'To open the page that you looked at before you installed the app.',
      zh: '用于打开您安装 App 前看过的页面。',
    },
  },
];
