/**
 * Node's HTTP modules, loaded without undici. An ES import of `node:http` evaluates each of its exports, among them
 * `WebSocket`, which loads undici: a twentieth of startup's processor time.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
export const { request: requestOverTls } = process.getBuiltinModule('node:https');
