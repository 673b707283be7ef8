import { readConfig } from '../config.ts';
import { readKeyFile } from './encryption.ts';
import type { Retention } from './retention.ts';
import type { BackupSettings } from './write-backup.ts';

/**
 * Reads the backup programs' settings from the environment. They report progress to stderr. Throws `InvalidSetting`.
 */
export function readBackupSettings(env: NodeJS.ProcessEnv): BackupSettings & { retention: Retention } {
  const { databaseUrl, dataDir, backup } = readConfig(env);
  return {
    databaseUrl,
    dataDir,
    key: backup.keyFile === undefined ? null : readKeyFile(backup.keyFile),
    env,
    now: new Date(),
    retention: backup.retention,
    report: (line) => process.stderr.write(`${line}\n`),
  };
}
