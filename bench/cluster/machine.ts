/** The folder, files and programs of a cluster on this machine. */
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServiceUser, type Program, type Service, startService, type UserIds } from './service.ts';

const TEMPLATE_FOLDER = join(import.meta.dirname, 'config');

export const LOCAL_HOST = '127.0.0.1';

/** The ports of a cluster, from the first one on. */
export const assignPorts = (first: number) => ({
  etcd: (member: number) => ({ client: first + 2 * member, peer: first + 2 * member + 1 }),
  postgres: { a: first + 6, b: first + 7 },
  rest: { a: first + 8, b: first + 9 },
  primary: first + 10,
  replica: first + 11,
  pgbouncer: first + 12,
  redis: (index: number) => first + 13 + index,
  sentinel: (index: number) => first + 15 + index,
  balancer: first + 18,
  // The stand-ins of a process's partners have the ports after its own.
  shop: (index: number) => first + 20 + 10 * index,
});

export type Machine = {
  folder: string;
  ports: ReturnType<typeof assignPorts>;
  /** The services' user. */
  user: UserIds;
  /** Makes a folder of the services' user. */
  makeFolder(name: string): string;
  /**
   * Writes a file of the services' user from a template, with values in place of `{{NAME}}`; returns its path. Throws
   * if a name has no value.
   */
  writeConfig(name: string, template: string, values: Readonly<Record<string, string | number>>): string;
  /** Starts a program as this process's user. */
  start(program: Omit<Program, 'folder'>): Service;
  /** Starts a program as the services' user. */
  startEngine(name: string, ...command: readonly [string, ...string[]]): Service;
  /** Stops what was started, the last first. */
  stop(): Promise<void>;
};

/** Opens a cluster's folder. */
export function openMachine(folder: string, firstPort: number): Machine {
  const user = findServiceUser();
  const services: Service[] = [];
  const giveToUser = (path: string, mode: number) => {
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    chmodSync(path, mode);
    return path;
  };
  const machine: Machine = {
    folder,
    ports: assignPorts(firstPort),
    user,
    makeFolder(name) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      return giveToUser(path, 0o700);
    },
    writeConfig(name, template, values) {
      const allValues: Readonly<Record<string, string | number>> = { FOLDER: folder, ...values };
      const text = readFileSync(join(TEMPLATE_FOLDER, template), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
        const value = allValues[key];
        if (value === undefined) throw new Error(`${template}: no value for ${key}`);
        return String(value);
      });
      const path = join(folder, name);
      writeFileSync(path, text);
      return giveToUser(path, 0o600);
    },
    start(program) {
      const service = startService({ folder, ...program });
      services.push(service);
      return service;
    },
    startEngine: (name, ...command) => machine.start({ name, command, user }),
    async stop() {
      for (const service of services.toReversed()) await service.stop();
    },
  };
  machine.makeFolder('.');
  return machine;
}
