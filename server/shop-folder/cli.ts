/** `npm run shop:init|shop:apply|shop:export -- DIR` (docs/own-shop.md). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandFailed, DONE, NOTHING_DONE, runProgram } from '../command-line.ts';
import { type ApplyReport, applyFolder, exportFolder } from './apply-folder.ts';
import { withShop } from './open-shop.ts';
import { formatProblem } from './read-folder.ts';
import { writeTemplate } from './template.ts';

const USAGE = `Usage:
  npm run shop:init -- DIR                            writes a new shop's folder, with comments
  npm run shop:apply -- DIR [--dry-run] [--prune]     makes the shop as the folder says
  npm run shop:export -- DIR                          writes the shop as a folder`;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

function initFolder(folder: string): number {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CommandFailed(`${folder} is not empty; name a new folder`);
  }
  writeTemplate(folder);
  printLine(`${folder} is a shop. Write its name and company into ${join(folder, 'shop.yaml')}, then:`);
  printLine(`  npm run shop:apply -- ${folder} --dry-run`);
  return DONE;
}

function printReport(folder: string, { problems, notes, changes }: ApplyReport, isDryRun: boolean): number {
  for (const problem of problems) console.error(formatProblem(folder, problem));
  if (problems.length > 0) {
    console.error(`Nothing was changed: ${problems.length} to correct.`);
    return NOTHING_DONE;
  }
  for (const note of notes) printLine(`note: ${formatProblem(folder, note)}`);
  for (const change of changes) printLine(change);
  if (changes.length === 0) printLine('The shop is as the folder says already.');
  else
    printLine(
      isDryRun ? `Dry run, nothing was written: ${changes.length} changes.` : `${changes.length} changes made.`,
    );
  return DONE;
}

async function runCommand(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, prune: { type: 'boolean', default: false } },
  });
  const [command, folder] = positionals;
  if (folder === undefined || positionals.length > 2 || !['init', 'apply', 'export'].includes(command ?? '')) {
    throw new CommandFailed(USAGE);
  }
  if (command === 'init') return initFolder(folder);
  if (command === 'apply' && !existsSync(join(folder, 'shop.yaml'))) {
    throw new CommandFailed(`${folder} has no shop.yaml; npm run shop:init -- ${folder} writes a new shop's folder`);
  }
  return withShop(async ({ db, config }) => {
    const media = join(config.dataDir, 'media');
    if (command === 'export') {
      const files = await exportFolder(db, folder, media);
      printLine(`${files.length} files were written to ${folder}.`);
      return DONE;
    }
    const options = { now: new Date(), media, dryRun: values['dry-run'], prune: values.prune };
    return printReport(folder, await applyFolder(db, folder, options), options.dryRun);
  });
}

await runProgram(USAGE, runCommand);
