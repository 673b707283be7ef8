/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the API lives, such as `https://shop.example`; empty on the site itself, set in the app shell's build. */
  readonly VITE_API_HOST?: string;
}
