/// <reference types="vite/client" />

interface ImportMetaEnv {
  /**
   * The API's origin, such as `https://shop.example`, in the app's build; empty on the website, which is at the API's
   * origin.
   */
  readonly VITE_API_HOST?: string;
}
