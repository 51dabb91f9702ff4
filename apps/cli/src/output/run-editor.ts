import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { TemporaryFile } from '../files/private-temporary-file.ts'

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
    child.once('error', () => reject(failed('could not be started', hint)))
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else if (code !== null && notStarted.includes(code)) reject(failed('was not found', hint))
      else reject(failed(signal ? `was ended by ${signal}` : `exited with code ${code}`))
    })
  })
  await file.lendTerminal(child, closed)
}
