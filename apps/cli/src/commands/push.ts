import {
  type Call,
  command,
  confirmOption,
  readDialectOption,
  readFormatOption,
  targetOptions,
  yesOption,
} from '../command.ts'
import { chooseReadForm } from '../config/output-format.ts'
import { readSyncRecords, writeSyncRecord } from '../config/sync-record.ts'
import { reportNotStored } from '../files/local-copy.ts'
import { readVariablesFile } from '../files/read-variables-file.ts'
import { acceptOptions } from '../files/require-safe-write.ts'
import { fileCommands, nextCommand } from '../output/next-command.ts'
import { requireWriteAccess } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connectToTarget, requirePersonalToken } from '../remote/connect.ts'
import { sourceOf } from '../remote/read-environment.ts'
import { importChanges } from '../remote/write-import.ts'
import { writeReviewed } from '../remote/write-reviewed.ts'

const options = {
  ...targetOptions,
  ...readFormatOption,
  ...readDialectOption,
  replace: { type: 'boolean', help: 'Also remove keys that are missing from the file' },
  force: { type: 'boolean', help: 'Overwrite what was written since the file was pulled or pushed' },
  'dry-run': { type: 'boolean', short: 'n', help: 'Only show what would change' },
  ...acceptOptions,
  ...confirmOption,
  ...yesOption,
} as const

export const push = command({
  name: 'push',
  summary: 'Write a file’s variables to an environment',
  operands: '[FILE]',
  options,
  details:
    'Reads .env, or FILE, or stdin for -. Shows which names would change, never a value, and asks. Keys missing from the file stay on the\n' +
    'server unless you pass --replace. One push is one version: envhold rollback undoes it.\n\n' +
    'push never overwrites unasked what was written since the file was pulled or pushed: it shows who changed what, and asks. Without a\n' +
    'terminal or with --yes, it exits 1 instead, unless you pass --force.\n\n' +
    'Comments directly above a variable are its note; without one, the note on the server stays. Commented-out lines are no notes.\n\n' +
    'A value that other readers of .env files understand differently causes a warning with its line and name. With --yes such a value is\n' +
    'rejected: write it as the warning says, name the reader of the file with --dialect, or pass --accept-warnings.',
  examples: [
    ['envhold push', 'Write .env to this folder’s environment'],
    ['envhold push production.env --env production --replace', 'Remove all other keys'],
    ['envhold push --dry-run', 'Preview'],
    ['envhold push --dialect php', 'A file that only Laravel reads'],
    ['envhold push --yes', 'Without questions, for scripts'],
    ['envhold push --yes --confirm production', 'The same, to a protected environment'],
  ],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    const connection = await connectToTarget(settings, output, optionValues)
    requirePersonalToken(connection, 'push')
    const form = chooseReadForm(settings, operands[0], optionValues, connection.file)
    const file = await readVariablesFile(settings.cwd, form)
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, optionValues)
    const mode = optionValues.replace ? 'replace' : 'merge'

    const source = sourceOf(connection.server, target.projectId, target.environmentId)
    const records = file.path === null ? [] : await readSyncRecords(settings, file.path)

    const { outcome, planned, version } = await writeReviewed(
      { output, connection, target },
      {
        fileLabel: file.fileLabel,
        asks: 'Push to',
        says: `Pushed ${file.fileLabel} to`,
        again: `To see what differs now: ${fileCommands(optionValues, operands[0]).compare}. To write your values all the same: ${nextCommand('push', operands, { ...optionValues, force: true })}`,
        syncedAt: records.find((record) => record.source === source)?.version,
        plan: async () => {
          const [changes] = await output.during(
            'Reading …',
            Promise.all([
              importChanges(connection, target, file.read, mode),
              requireWriteAccess(connection, target),
            ]),
          )
          await watched
          return changes
        },
      },
      optionValues,
    )
    if (outcome === 'declined') return 1
    const { added, changed, removed, kept } = planned
    const written = outcome === 'written'
    if (written && form.format === 'dotenv') reportNotStored(output, file.text, planned)
    if (file.path !== null && (written || outcome === 'same'))
      await writeSyncRecord(settings, file.path, {
        source,
        version,
        whole: kept === 0,
        text: file.text,
        pulled: false,
      })
    if (output.json)
      output.result(
        { environment: target.label, version, written, mode, added, changed, removed, kept },
        () => '',
      )
    return 0
  },
})
