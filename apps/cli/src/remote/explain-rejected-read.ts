import { ApiError } from '@envhold/client/api-error.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { withAccessHint } from './access-hint.ts'
import { chooseTarget } from './choose-target.ts'
import type { Connection } from './client-for.ts'
import type { TargetOptions } from './requested-target.ts'

const refusals: readonly string[] = ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT']

/** The choice that an API key with several environments leaves open. */
const openChoice = (error: ApiError): UserError | null => {
  const choice = error.details.find(({ path }) => path === 'environment')
  if (error.code !== 'VALIDATION_FAILED' || !choice) return null
  return new UserError(
    sanitize(error.message),
    `${sanitize(choice.message)}. Pass --env, or set ENVHOLD_ENV.`,
    'NO_ENVIRONMENT',
  )
}

/**
 * Says what is missing and who can grant it, after a personal token was rejected; only then are the necessary calls
 * made. @returns what to throw
 */
export async function explainRejectedRead(
  connection: Connection,
  options: TargetOptions,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiError)) return error
  if (connection.token.kind === 'api-key') return openChoice(error) ?? error
  if (!refusals.includes(error.code)) return error
  try {
    const target = await chooseTarget(connection, options)
    await withAccessHint(connection, target, 'read', Promise.reject(error))
    return error
  } catch (better) {
    return better instanceof UserError ? better : error
  }
}
