import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { writeSyncRecord } from '../config/sync-record.ts'
import { readVariablesFile } from '../files/read-variables-file.ts'
import { readFormatOption, targetOptions, yesOption } from '../options.ts'
import { confirm } from '../output/ask.ts'
import { changeLines, countChanges, nothingChanged } from '../output/changes.ts'
import { hazardsIn, warnOfDoubts } from '../output/warn-of-hazards.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { requestName } from '../remote/read-or-fall-back.ts'
import { importChanges, writeImport } from '../remote/write-import.ts'

const options = {
  ...targetOptions,
  ...readFormatOption,
  replace: { type: 'boolean', help: 'Also remove what the file does not hold' },
  'dry-run': { type: 'boolean', help: 'Only say what would change' },
  ...yesOption,
} as const

export const push = command({
  name: 'push',
  summary: 'Write a file’s variables to an environment',
  operands: '[FILE]',
  minimum: 0,
  maximum: 1,
  options,
  details:
    'Reads .env, or FILE, or stdin for -. Shows the names that would change and asks before a value on the server is replaced or\n' +
    'removed. What the file does not hold stays on the server, unless --replace says otherwise. One push is one version:\n' +
    'envhold rollback undoes it.',
  examples: [
    ['envhold push', 'Write .env to this folder’s environment'],
    ['envhold push production.env --env production --replace', 'Make it exactly that file'],
    ['envhold push --yes', 'Without questions, for scripts'],
  ],
  async run({ options: given, operands, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, given)
    requirePersonalToken(connection, 'push')
    const file = await readVariablesFile(settings.cwd, operands[0] ?? '.env', given.format)
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, given)
    const mode = given.replace ? 'replace' : 'merge'
    const planned = await importChanges(connection, target, file.variables, mode)
    warnOfDoubts(output, hazardsIn(file.variables))
    await watched

    const done = async (version: number) => {
      if (file.path !== null)
        await writeSyncRecord(settings, file.path, {
          source: requestName(connection, given),
          version,
          whole: planned.kept === 0,
          text: file.text,
        })
    }
    const report = (written: boolean, version: number) => {
      const { added, changed, removed } = planned
      if (output.json)
        output.result({ environment: target.label, version, written, added, changed, removed }, () => '')
      return 0
    }

    if (nothingChanged(planned)) {
      output.say(`${target.label} holds ${file.shown} already (version ${planned.version}).`)
      await done(planned.version)
      return report(false, planned.version)
    }
    output.say(changeLines(output.err, planned).trimEnd())
    if (planned.kept > 0)
      output.say(`${planned.kept} more on the server, not in ${file.shown}: kept (--replace removes).`)
    if (given['dry-run']) {
      output.say(`Nothing was written: ${target.label} would have ${countChanges(planned)}.`)
      return report(false, planned.version)
    }
    const overwrites = planned.changed.length + planned.removed.length > 0
    if (
      overwrites &&
      !(await confirm(output, given.yes, `Push to ${target.label}: ${countChanges(planned)}?`))
    ) {
      output.say('Nothing was written.')
      return 1
    }
    const { version, warnings } = await output.during(
      'Writing …',
      writeImport(connection, target, file.variables, mode, planned.version),
    )
    warnOfDoubts(output, warnings)
    await done(version)
    output.say(`Pushed ${file.shown} to ${target.label}: ${countChanges(planned)} (version ${version}).`)
    return report(true, version)
  },
})
