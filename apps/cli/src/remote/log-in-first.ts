import { UserError } from '@envhold/command/user-error.ts'
import type { FoundToken } from './connection.ts'
import { logInByDevice } from './log-in-by-device.ts'
import { type LoginPlace, saveLogin } from './save-login.ts'

/**
 * Logs the user in by a code before the command goes on. Only stderr is written to, as stdout belongs to the command.
 * @returns null if the server is older than this way of logging in
 * @throws UserError when the login was denied or has expired
 */
export async function logInFirst(place: LoginPlace, reason: string): Promise<FoundToken | null> {
  place.output.clearProgress()
  place.output.info(reason)
  try {
    const token = await logInByDevice({ ...place, browser: true })
    if (!token) return null
    const { store } = await saveLogin(place, token)
    return { token, tokenFrom: store }
  } catch (error) {
    if (error instanceof UserError) throw error
    // So that nothing takes it for an answer to the command's own call.
    const { explainError } = await import('../output/explain-error.ts')
    throw explainError(error) ?? error
  }
}
