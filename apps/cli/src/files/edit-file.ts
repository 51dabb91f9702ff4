import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { type ReadDotenv, readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { render } from '@envhold/formats/render.ts'
import type { Variables } from '@envhold/formats/variables.ts'

export interface TemporaryFile {
  readonly path: string
  remove(): void
  /** While `child` has the terminal, its keys such as Ctrl-C are the child’s, which ends with us. */
  lendTerminal<T>(child: ChildProcess, work: Promise<T>): Promise<T>
}

const keys = ['SIGINT', 'SIGQUIT'] as const
const endings = [...keys, 'SIGTERM', 'SIGHUP'] as const

/** The first of `folders` in which a folder of our own can be made. */
function makeFolder(folders: readonly string[]): string {
  for (const folder of folders) {
    try {
      return mkdtempSync(join(folder, 'envhold-'))
    } catch {
      // A folder that does not exist here, or that is not ours.
    }
  }
  throw new UserError(
    'There is no folder for a temporary file.',
    `Make one of these writable: ${folders.join(', ')}`,
    'SYSTEM',
  )
}

/**
 * A file that only this user can read, in a folder that only this user can open. Both are removed by `remove`, and
 * however the process ends, unless it is killed outright.
 */
export function createTemporaryFile(folders: readonly string[], name: string, text: string): TemporaryFile {
  const folder = makeFolder(folders)
  const remove = () => {
    process.off('exit', remove)
    for (const signal of endings) process.off(signal, end)
    rmSync(folder, { recursive: true, force: true })
  }
  let borrower: ChildProcess | null = null
  const end = (signal: NodeJS.Signals) => {
    if (borrower && keys.some((key) => key === signal)) return
    borrower?.kill(signal)
    remove()
    process.kill(process.pid, signal)
  }
  process.once('exit', remove)
  for (const signal of endings) process.on(signal, end)
  const path = join(folder, name)
  try {
    chmodSync(folder, 0o700)
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    remove()
    throw error
  }
  const lendTerminal = async <T>(child: ChildProcess, work: Promise<T>): Promise<T> => {
    borrower = child
    try {
      return await work
    } finally {
      borrower = null
    }
  }
  return { path, remove, lendTerminal }
}

const hint = 'Name yours in VISUAL or EDITOR, such as: EDITOR=nano envhold edit'

/** As shells say it: sh exits with 127 for a command that it does not find, and with 126 for one that it cannot run. */
const notStarted = process.platform === 'win32' ? [9009] : [126, 127]

/** `editor` may have arguments, so a shell reads it, as in Git. It shows itself on the terminal, never in our stdout. */
function start(editor: string, path: string, env: Record<string, string>): ChildProcess {
  const stdio = ['inherit', 2, 2] as const
  return process.platform === 'win32'
    ? spawn(`${editor} "${path}"`, { stdio: [...stdio], env, shell: true })
    : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'envhold', path], { stdio: [...stdio], env })
}

/** Waits until the user has closed the editor. @throws UserError if it failed */
export async function runEditor(
  editor: string,
  file: TemporaryFile,
  env: Record<string, string>,
): Promise<void> {
  const failed = (how: string, advice = '') =>
    new UserError(`The editor “${sanitize(editor)}” ${how}. Nothing was written.`, advice, 'EDITOR_FAILED')
  const child = start(editor, file.path, env)
  const closed = new Promise<void>((resolve, reject) => {
    child.on('error', () => {
      // Otherwise it is a signal that could not be sent to it.
      if (child.pid === undefined) reject(failed('could not be started', hint))
    })
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else if (code !== null && notStarted.includes(code)) reject(failed('was not found', hint))
      else reject(failed(signal ? `was ended by ${signal}` : `exited with code ${code}`))
    })
  })
  await file.lendTerminal(child, closed)
}

/** Variables as a text to edit. */
interface EditedText {
  readonly text: string
  /** The keys in the text. */
  readonly keys: readonly string[]
  /** Keys whose values a `.env` text cannot hold exactly: they are not in it. */
  readonly leftOut: readonly string[]
}

const headerOf = (title: string) => [
  `# ${title}. What you save is shown for review before anything is written.`,
  '# A comment directly above a variable is its note. Deleting a line deletes its variable.',
]

function unwritable(variables: Variables): readonly string[] {
  try {
    render('dotenv', variables)
    return []
  } catch (error) {
    if (error instanceof FormatError) return error.problems.flatMap(({ key }) => key ?? [])
    throw error
  }
}

export function writeEditedText(title: string, variables: Variables): EditedText {
  const leftOut = unwritable(variables)
  const written = new Map([...variables].filter(([key]) => !leftOut.includes(key)))
  const { text } = render('dotenv', written, { notes: true })
  return { text: `${headerOf(title).join('\n')}\n\n${text}`, keys: [...written.keys()], leftOut }
}

/** Without the header, which is never a note, and with the line numbers of the whole text. @throws FormatError */
export const readEditedText = (title: string, text: string): ReadDotenv =>
  readDotenv(headerOf(title).reduce((rest, line) => rest.replace(line, ''), text))
