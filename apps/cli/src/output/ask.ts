import { plain, sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { ProtectedLoss } from '@envhold/contract/accounts/protection.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { pipedValue } from '@envhold/formats/new-value.ts'
import { askSecret } from './ask-secret.ts'
import type { Changes } from './changes.ts'
import type { Output } from './output.ts'

/** One line from the terminal, without its line break. The question goes to stderr, so that stdout only has data. */
export async function askLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  let onClose = () => {}
  try {
    const closed = new Promise<never>((_, reject) => {
      onClose = () => reject(new UserError('No answer was given.'))
      reader.once('close', onClose)
      reader.once('SIGINT', () => {
        process.stderr.write('\n')
        process.exit(130)
      })
    })
    return (await Promise.race([reader.question(plain(question)), closed])).trim()
  } finally {
    // Only this listener: readline has its own, without which it echoes the next answer twice.
    reader.off('close', onClose)
    reader.close()
  }
}

/** @throws UserError when there is no terminal */
export async function confirm(output: Output, yes: boolean, question: string): Promise<boolean> {
  if (yes) return true
  if (!output.interactive)
    throw new UserError(
      `${question} There is no terminal to ask.`,
      'To answer yes, pass --yes.',
      'NOT_CONFIRMED',
    )
  return /^y(es)?$/i.test(await askLine(`${question} [y/N] `))
}

/** All of stdin. */
export async function readStdin(): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new UserError('The input on stdin is not UTF-8 text.')
  }
}

/** A value from the user at a terminal, or from stdin. @param isRaw whether the last line break of stdin is part of it */
export async function readValue(question: string, isRaw: boolean): Promise<string> {
  if (process.stdin.isTTY) return await askSecret(question)
  const text = await readStdin()
  return isRaw ? text : pipedValue(text)
}

/** `This replaces 3 and deletes 1 variables in production, which is protected.` */
function lossText({ environment, replaced, deleted }: ProtectedLoss): string {
  const name = sanitize(environment)
  const parts = [replaced > 0 && `replaces ${replaced}`, deleted > 0 && `deletes ${deleted}`].filter(Boolean)
  if (parts.length === 0) return `This changes ${name}, which is protected.`
  const noun = replaced + deleted === 1 ? 'variable' : 'variables'
  return `This ${parts.join(' and ')} ${noun} in ${name}, which is protected.`
}

/**
 * Has a user type the name of a protected environment.
 * @throws UserError when there is no terminal, or the answer is another name
 */
export async function askForName(output: Output, loss: ProtectedLoss): Promise<string> {
  const name = sanitize(loss.environment)
  const hint = `To continue, pass --confirm ${name}.`
  if (!output.interactive)
    throw new UserError(`${lossText(loss)} Nothing was written.`, hint, 'PROTECTED_ENVIRONMENT')
  const typed = await askLine(`${lossText(loss)} Type its name to continue: `)
  if (typed.toLowerCase() !== loss.environment.toLowerCase())
    throw new UserError('The name does not match. Nothing was written.', '', 'NOT_CONFIRMED')
  return typed
}

interface Planned {
  readonly environment: Pick<Environment, 'name' | 'protected'>
  readonly changes: Changes
  readonly question: string
  /** A restore needs the name even if it only adds. */
  readonly isRestore?: boolean
}

/**
 * Asks once before a write: for the name of a protected environment in which something is lost, else for yes or no.
 * @returns whether to write, with the name that was confirmed
 */
export async function approve(
  output: Output,
  approval: { readonly yes: boolean; readonly confirm: string | undefined },
  { environment, changes, question, isRestore = false }: Planned,
): Promise<{ readonly approved: boolean; readonly name: string | undefined }> {
  const [replaced, deleted] = [changes.changed.length, changes.removed.length]
  if (!environment.protected || (replaced + deleted === 0 && !isRestore))
    return {
      approved: await confirm(output, approval.yes || approval.confirm !== undefined, question),
      name: approval.confirm,
    }
  const isConfirmed = approval.confirm?.toLowerCase() === environment.name.toLowerCase()
  const name = isConfirmed
    ? approval.confirm
    : await askForName(output, { environment: environment.name, replaced, deleted })
  return { approved: true, name }
}
