/**
 * The shop inside the app: Chromium with Capacitor's own bridge script, and a stand-in of the native side that speaks
 * the bridge's messages (docs/partners.md#4).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AppPlatform } from '@shop/core/app/version';
import type { Page } from 'playwright-core';

const BRIDGE_SCRIPT = readFileSync(
  join(
    createRequire(import.meta.url).resolve('@capacitor/android/package.json'),
    '../capacitor/src/main/assets/native-bridge.js',
  ),
  'utf8',
);

/** The plugins of the shell and their methods, as the native side lists them for the page. */
const PLUGIN_METHODS: Readonly<Record<string, readonly string[]>> = {
  App: ['exitApp', 'getInfo', 'getLaunchUrl'],
  Badge: ['set', 'clear'],
  Browser: ['open', 'close'],
  FirebaseMessaging: [
    'checkPermissions',
    'requestPermissions',
    'getToken',
    'deleteToken',
    'removeAllDeliveredNotifications',
    'createChannel',
  ],
  Haptics: ['impact'],
  InstallReferrer: ['read'],
  Keyboard: [],
  ScreenBrightness: ['getBrightness', 'setBrightness'],
  SecureStorage: ['internalGetItem', 'internalSetItem', 'internalRemoveItem'],
  Share: ['share'],
  SocialLogin: ['initialize', 'login'],
  StatusBar: ['setStyle'],
};

const LISTENER_METHODS = [{ name: 'addListener' }, { name: 'removeListener' }];

/** Lists the plugins in the bridge's form; iOS has no install referrer. */
const listPluginHeaders = (platform: AppPlatform) =>
  Object.entries(PLUGIN_METHODS)
    .filter(([name]) => platform === 'android' || name !== 'InstallReferrer')
    .map(([name, methods]) => ({
      name,
      methods: [...methods.map((method) => ({ name: method, rtype: 'promise' })), ...LISTENER_METHODS],
    }));

/**
 * The script of each platform's channel: JSON on Android, objects on iOS, where the bridge reads settings by `prompt`.
 */
const CHANNEL_SCRIPTS: Readonly<Record<AppPlatform, string>> = {
  android: 'window.androidBridge = { postMessage: (message) => window.nativeSide(JSON.parse(message)) };',
  ios: `window.webkit = { messageHandlers: { bridge: { postMessage: (message) => window.nativeSide(message) } } };
window.prompt = () => 'false';`,
};

/** Returns the script that the shell runs at the start of each document, before the page's own scripts. */
const composeStartScript = (platform: AppPlatform): string => `if (window === window.top) {
window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };
${CHANNEL_SCRIPTS[platform]}
window.nativeSide({ type: 'document' });
${BRIDGE_SCRIPT}
window.Capacitor.PluginHeaders = ${JSON.stringify(listPluginHeaders(platform))};
}`;

type PluginOptions = Record<string, unknown>;

/** A message of the page: a call, or that a document has started. */
type BridgeMessage =
  | { type: 'document' }
  | { type?: 'message'; callbackId: string; pluginId: string; methodName: string; options: PluginOptions };

type BridgeCall = Exclude<BridgeMessage, { type: 'document' }>;

export type NativeApp = {
  /** Options of each call of a method, such as `Browser.open`, in order. */
  calls(method: string): PluginOptions[];
  /** Whether the page listens to an event, such as `App.backButton`. */
  listensTo(event: string): boolean;
  /** Reports an event to the page's listeners. */
  emit(event: string, data?: PluginOptions): Promise<void>;
  /** Opens a link while the app runs. */
  openLink(url: string): Promise<void>;
  /** Presses Android's back button. */
  pressBack(): Promise<void>;
  /** Brings a push notification to the open app. */
  receivePush(push: Push): Promise<void>;
  /** Taps a notification while the app runs. */
  tapPush(push: Push): Promise<void>;
  /** Allows or refuses notifications in the phone's settings, and returns to the app. */
  changePermission(permission: SystemPermission): Promise<void>;
};

/** The states of the permission on Android; iOS has no `prompt-with-rationale`. */
type SystemPermission = 'prompt' | 'prompt-with-rationale' | 'granted' | 'denied';

/** A notification as the plugin passes it on. */
export type Push = { title?: string; data: PluginOptions };

/** An answer of Google's dialog: an ID token, or an error with its code. */
type GoogleAnswer = { idToken: string } | { error: { message: string; code?: string } };

type ShellOptions = {
  platform?: AppPlatform;
  version?: string;
  /** The link that starts the app. */
  launchLink?: string;
  /** Whether the app was never opened before. */
  isFirstOpen?: boolean;
  /** The referrer of the listing that the app was installed from, on Android. */
  referrer?: string;
  /** Closes the share sheet without sharing. */
  cancelsShare?: boolean;
  /** Whether the phone allows notifications, the shopper's answer in its dialog, and the phone's token. */
  push?: { permission?: SystemPermission; answer?: SystemPermission; token?: string };
  /** The notification whose tap starts the app. */
  launchPush?: Push;
  /** Answers Google's dialog for the nonce of the page. */
  google?: (nonce: string) => Promise<GoogleAnswer>;
  /** The screen's brightness; -1 is Android's own setting. */
  brightness?: number;
  /** The system's secure storage, which outlives a run; null refuses. */
  secrets?: Map<string, string> | null;
};

/** Gives a page the app's shell, before it opens its first document: one run of the app. */
export async function runApp(page: Page, options: ShellOptions = {}): Promise<NativeApp> {
  const { platform = 'android', version = '0.1.0', launchLink, isFirstOpen = false, cancelsShare = false } = options;
  const { referrer = null } = options;
  const { secrets = new Map<string, string>() } = options;
  let { permission = 'prompt' as SystemPermission } = options.push ?? {};
  let { brightness = -1 } = options;
  const receivedCalls: BridgeCall[] = [];
  let listeners: BridgeCall[] = [];
  const buildTap = (push: Push): PluginOptions => ({ actionId: 'tap', notification: push });
  /** Events that the native side reports to the first listener: the link or the tap that started the app. */
  const retainedEvents = new Map<string, PluginOptions>();
  if (launchLink !== undefined) retainedEvents.set('App.appUrlOpen', { url: launchLink });
  if (options.launchPush !== undefined) {
    retainedEvents.set('FirebaseMessaging.notificationActionPerformed', buildTap(options.launchPush));
  }

  const answer = async ({ callbackId, pluginId, methodName }: BridgeCall, result: PluginOptions): Promise<void> => {
    const reply = { callbackId, pluginId, methodName, success: true, ...result };
    const send =
      platform === 'android'
        ? (message: PluginOptions) => Reflect.get(window, 'androidBridge').onmessage({ data: JSON.stringify(message) })
        : (message: PluginOptions) => Reflect.get(window as object, 'Capacitor').fromNative(message);
    // Fails if the page has left the document, which then needs no answer.
    await page.evaluate(send, reply).catch(() => {});
  };

  const emit = async (event: string, data: PluginOptions = {}): Promise<void> => {
    const [plugin, name] = event.split('.');
    const matchingListeners = listeners.filter(
      ({ pluginId, options: { eventName } }) => pluginId === plugin && eventName === name,
    );
    for (const listener of matchingListeners) await answer(listener, { save: true, data });
  };

  const lockedResult = { success: false, error: { message: 'The device is locked', code: 'osError' } };

  const answers: Readonly<Record<string, (input: PluginOptions) => PluginOptions | Promise<PluginOptions>>> = {
    'App.getInfo': () => ({ data: { name: 'Sekampit', id: 'example.sekampit.app', build: '1', version } }),
    'App.getLaunchUrl': () => ({ data: launchLink === undefined ? {} : { url: launchLink } }),
    'InstallReferrer.read': () => ({ data: { referrer } }),
    'FirebaseMessaging.checkPermissions': () => ({ data: { receive: permission } }),
    'FirebaseMessaging.requestPermissions': () => {
      permission = options.push?.answer ?? permission;
      return { data: { receive: permission } };
    },
    'FirebaseMessaging.getToken': () => ({ data: { token: options.push?.token ?? 'phone' } }),
    'ScreenBrightness.getBrightness': () => ({ data: { brightness } }),
    'ScreenBrightness.setBrightness': (input) => {
      brightness = Number(input.brightness);
      return { data: {} };
    },
    'SocialLogin.login': async (input) => {
      const answer = await options.google?.(String((input.options as PluginOptions).nonce));
      if (answer === undefined) return { success: false, error: { message: 'Google is not set up' } };
      if ('error' in answer) return { success: false, error: answer.error };
      const result = { idToken: answer.idToken, accessToken: null, profile: {}, responseType: 'online' };
      return { data: { provider: 'google', result } };
    },
    'SecureStorage.internalGetItem': ({ prefixedKey }) =>
      secrets === null ? lockedResult : { data: { data: secrets.get(String(prefixedKey)) ?? null } },
    'SecureStorage.internalSetItem': ({ prefixedKey, data }) => {
      secrets?.set(String(prefixedKey), String(data));
      return secrets === null ? lockedResult : { data: {} };
    },
    'SecureStorage.internalRemoveItem': ({ prefixedKey }) => ({
      data: { success: secrets?.delete(String(prefixedKey)) ?? false },
    }),
    'Share.share': () =>
      cancelsShare ? { success: false, error: { message: 'Share canceled' } } : { data: { activityType: '' } },
  };

  const receive = async (message: BridgeMessage): Promise<void> => {
    // As on a phone, a new document starts without listeners.
    if (message.type === 'document') {
      listeners = [];
      return;
    }
    const { pluginId, methodName, options: input } = message;
    if (methodName === 'removeListener') {
      listeners = listeners.filter(({ callbackId }) => callbackId !== input.callbackId);
      return;
    }
    if (methodName === 'addListener') {
      listeners.push(message);
      const event = `${pluginId}.${input.eventName}`;
      const data = retainedEvents.get(event);
      if (data === undefined) return;
      retainedEvents.delete(event);
      return emit(event, data);
    }
    receivedCalls.push(message);
    await answer(message, (await answers[`${pluginId}.${methodName}`]?.(input)) ?? { data: {} });
  };

  await page.exposeBinding('nativeSide', (_, message: BridgeMessage) => receive(message));
  await page.addInitScript(composeStartScript(platform));
  if (!isFirstOpen) {
    const storedFlag = JSON.stringify({ version: 1, data: false });
    await page.addInitScript((value) => localStorage.setItem('is_first_time_open', value), storedFlag);
  }
  return {
    calls: (method) =>
      receivedCalls.filter((each) => `${each.pluginId}.${each.methodName}` === method).map((each) => each.options),
    listensTo: (event) => listeners.some((each) => `${each.pluginId}.${each.options.eventName}` === event),
    emit,
    openLink: (url) => emit('App.appUrlOpen', { url }),
    receivePush: (push) => emit('FirebaseMessaging.notificationReceived', { notification: push }),
    tapPush: (push) => emit('FirebaseMessaging.notificationActionPerformed', buildTap(push)),
    async changePermission(state) {
      permission = state;
      await emit('App.resume');
    },
    async pressBack() {
      // The answer of Android's web view to `canGoBack()`.
      const canGoBack = await page.evaluate(() => Reflect.get(window, 'navigation').canGoBack);
      await emit('App.backButton', { canGoBack });
    },
  };
}
