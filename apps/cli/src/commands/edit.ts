import { UserError } from '@envhold/command/user-error.ts'
import { pickVariables } from '@envhold/formats/variables.ts'
import { type Call, command, confirmOption, targetOptions, yesOption } from '../command.ts'
import { inheritedEnvironment } from '../config/settings.ts'
import {
  createTemporaryFile,
  readEditedText,
  runEditor,
  type TemporaryFile,
  writeEditedText,
} from '../files/edit-file.ts'
import { readText } from '../files/read-text.ts'
import { acceptOptions } from '../files/require-safe-write.ts'
import { confirm } from '../output/ask.ts'
import { nameList, nothingChanged } from '../output/changes.ts'
import type { Output } from '../output/output.ts'
import { reportError } from '../output/report-error.ts'
import { unknownVariables } from '../output/variable-fields.ts'
import { requireWriteAccess } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connectToTarget, requirePersonalToken } from '../remote/connect.ts'
import { type OpenedEdit, planEdit, readCurrent } from '../remote/plan-edit.ts'
import { type Place, reportWrittenSince } from '../remote/report-written-since.ts'
import { writeReviewed } from '../remote/write-reviewed.ts'

const options = { ...targetOptions, ...acceptOptions, ...confirmOption, ...yesOption } as const

type EditOptions = Call<typeof options>['options']

function requireTerminal(output: Output) {
  if (output.interactive) return
  throw new UserError(
    'envhold edit needs a terminal for the editor.',
    'Without one: envhold push FILE, or envhold set KEY=VALUE.',
    'NO_TERMINAL',
  )
}

/** Faster than anybody edits: an editor that opens a window and does not wait for it. */
const tooFastMs = 1_000

interface Saved {
  readonly version: number
  readonly written: boolean
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** What overtook the text stays unless a user decides otherwise. */
function reportOvertaken(output: Output, keys: readonly string[], isUnasked: boolean) {
  if (keys.length === 0) return
  const names = nameList(keys)
  if (!isUnasked) return output.warn(`someone else has changed ${names}, too. Saving keeps yours.`)
  throw new UserError(
    `Nothing was written: someone else has changed ${names} since you opened the text.`,
    'Without --yes and --confirm, envhold edit asks whether to keep yours.',
    'VERSION_MISMATCH',
  )
}

interface Editing extends Place {
  readonly file: TemporaryFile
  readonly title: string
  readonly opened: OpenedEdit
  readonly optionValues: EditOptions
}

/** Reviews the edited file and writes it. @returns null if the user declines */
async function review({ file, title, opened, optionValues, ...place }: Editing): Promise<Saved | null> {
  const { output, connection, target } = place
  const text = await readText(file.path)
  if (text === null)
    throw new UserError('The editor has removed the file. Nothing was written.', '', 'NO_FILE')
  const read = readEditedText(title, text)
  if (nothingChanged(planEdit(read, opened, opened)))
    return { version: opened.version, written: false, added: [], changed: [], removed: [] }
  let isFirst = true
  const plan = async () => {
    const now = await output.during('Reading …', readCurrent(connection, target))
    // Later ones are told by the write that they overtook.
    if (isFirst && now.version !== opened.version) {
      await reportWrittenSince(place, opened.version, 'which you opened')
      output.info(`Your changes to the current ${target.label}:`)
    }
    isFirst = false
    const planned = planEdit(read, opened, now)
    reportOvertaken(output, planned.overtaken, optionValues.yes || optionValues.confirm !== undefined)
    return planned
  }
  const input = {
    fileLabel: 'your text',
    asks: 'Save to',
    says: 'Saved to',
    again: 'Edit again to compare with what is there now.',
    plan,
  }
  const { outcome, planned, version } = await writeReviewed(place, input, {
    ...optionValues,
    'dry-run': false,
  })
  if (outcome === 'declined') return null
  const { added, changed, removed } = planned
  return { version, written: outcome === 'written', added, changed, removed }
}

/** Opens the editor until the text is saved, or its user gives up. */
async function editUntilSaved(editing: Editing, editor: string): Promise<number> {
  const { file, output, target } = editing
  for (;;) {
    const started = Date.now()
    await runEditor(editor, file, inheritedEnvironment(false))
    const isTooFast = Date.now() - started < tooFastMs
    let code = 1
    try {
      const saved = await review(editing)
      if (saved) {
        const { added, changed, removed } = saved
        if (added.length + changed.length + removed.length === 0) output.info('Nothing changed.')
        if (!saved.written && isTooFast)
          output.info('An editor with its own window has to wait for it, as in: EDITOR="code --wait"')
        if (output.json) output.result({ environment: target.label, ...saved }, () => '')
        return 0
      }
    } catch (error) {
      code = await reportError(output, error)
    }
    output.info(`Your text is in ${file.path} until you answer.`)
    if (!(await confirm(output, false, 'Edit it again?'))) {
      output.info('Your text has been deleted.')
      return code
    }
  }
}

const fileName = (environment: string) => `${environment.replace(/[^\w.-]/g, '-')}.env`

export const edit = command({
  name: 'edit',
  summary: 'Edit an environment’s variables in your editor',
  operands: '[KEY…]',
  options,
  details:
    'Opens the variables, or only each KEY, as .env text in $VISUAL or $EDITOR (otherwise vi; on Windows, Notepad). Afterwards shows which\n' +
    'names would change, never a value, and asks. One edit is one version: envhold rollback undoes it. Only your changes are written: what\n' +
    'someone else wrote since then stays, and you see it before you answer.\n\n' +
    'Comments directly above a variable are its note: removing them removes the note. Deleting a line deletes its variable. Due dates stay.\n\n' +
    'The text is in a folder that only you can open, in memory where the system has one for that, and is removed when the command ends.\n' +
    'Some editors keep backups elsewhere: turn that off in yours. If the editor fails, nothing is written.',
  examples: [
    ['envhold edit', 'All variables of this folder’s environment'],
    ['envhold edit --env production', 'Of another environment'],
    ['envhold edit TLS_KEY', 'One value of several lines, and its note'],
    ['EDITOR="code --wait" envhold edit', 'In a window'],
  ],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    requireTerminal(output)
    const connection = await connectToTarget(settings, output, optionValues)
    requirePersonalToken(connection, 'edit')
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, optionValues)
    const [current] = await output.during(
      'Reading …',
      Promise.all([readCurrent(connection, target), requireWriteAccess(connection, target)]),
    )
    await watched
    const { variables, version } = current
    const absent = operands.filter((key) => !variables.has(key))
    if (absent.length > 0) throw unknownVariables(absent, [...variables.keys()], target.label)
    const chosen = operands.length > 0 ? pickVariables(variables, operands) : variables
    const title = `${target.label}, version ${version}`
    const { text, keys, leftOut } = writeEditedText(title, chosen)
    if (leftOut.length > 0)
      output.warn(`a .env text cannot hold ${nameList(leftOut)}: left out, and not changed by this edit.`)
    const file = createTemporaryFile(settings.temporaryFolders, fileName(current.environment.name), text)
    try {
      const editing = {
        output,
        connection,
        target,
        file,
        title,
        opened: { ...current, keys },
        optionValues,
      }
      return await editUntilSaved(editing, settings.editor)
    } finally {
      file.remove()
    }
  },
})
