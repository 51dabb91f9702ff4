import { UserError } from '@envhold/command/user-error.ts'
import type { Output } from './output.ts'

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)

/** A system error (a full disk, a folder without write permission) is one that the user can fix. */
const systemProblem = (error: unknown): UserError | null => {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null
  const path = 'path' in error && typeof error.path === 'string' ? ` ${error.path}` : ''
  return new UserError(
    `${String(error.syscall)}${path} failed (${String(error.code)}).`,
    'Check the disk and its permissions.',
    'SYSTEM',
  )
}

const asUserError = async (error: unknown, isFromVariable: boolean): Promise<UserError | null> => {
  if (error instanceof UserError) return error
  const { explainError } = await import('./explain-error.ts')
  return explainError(error, isFromVariable) ?? systemProblem(error)
}

/** Where it happened, without its message: an unexpected message may contain a value. */
const placeOf = (error: unknown): string[] =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 5)
    : []

/**
 * Prints on stderr what went wrong and what to do.
 * @param isFromVariable whether the token is that of ENVHOLD_TOKEN
 * @returns the exit code
 */
export async function reportError(output: Output, error: unknown, isFromVariable = false): Promise<number> {
  const known = await asUserError(error, isFromVariable)
  const fault = known === null || known.code === 'INTERNAL'
  const code = known?.code ?? 'INTERNAL'
  const message = known?.message ?? `Unexpected error in envhold (${nameOf(error)}).`
  const hint = known?.hint ?? 'Please report it with these lines.'
  if (output.json) {
    process.stderr.write(`${JSON.stringify({ error: code, message, ...(hint && { hint }) })}\n`)
  } else {
    output.info(`${output.err.red('Error:')} ${message}`)
    if (hint) output.info(hint)
    if (known === null) for (const line of placeOf(error)) output.info(line)
  }
  return fault ? 70 : known.exitCode
}
