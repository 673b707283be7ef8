/** Types for the parts of plist and xcode that the tests use. */
declare module 'plist' {
  export function parse(text: string): unknown;
}

declare module 'xcode' {
  type PbxObjects = Record<string, Record<string, unknown>>;
  export function project(path: string): { parseSync(): void; hash: { project: { objects: PbxObjects } } };
}
