import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { signInWithPasskey, startPasskeySignIn } from '@envhold/contract/accounts/passkey-authentication.ts'
import type { AssertionResponse } from '@envhold/contract/accounts/passkeys.ts'
import type { Connection } from '../../../connection/connection.ts'
import { accountDevice } from '../../../connection/session/session-store.ts'
import { askPasskey, offersAutofill, stopAsking } from './ask-passkey.ts'
import { isSuperseded, passkeyProblem } from './passkey-problem.ts'

interface Outcome {
  readonly onSignedIn: (signedIn: SignInAnswer) => void
  readonly onProblem: (problem: string) => void
}

const otherwise = 'sign in with your password'
/** A challenge is valid for five minutes. */
const renewMs = 4.5 * 60_000

type Connected = Pick<Connection, 'api' | 'deviceTokens'>

/** The passkey names its account, so that the browser can say that it has signed in to it before. */
function signIn({ api, deviceTokens }: Connected, response: AssertionResponse): Promise<SignInAnswer> {
  const { userHandle } = response.response
  const deviceToken = userHandle && deviceTokens.find(accountDevice(atob(userHandle)))
  return api.call(signInWithPasskey, { body: { response, ...(deviceToken && { deviceToken }) } })
}

/** Opens the browser's choice of passkeys. */
export async function signInByPasskey(connection: Connected, outcome: Outcome): Promise<void> {
  try {
    const { options } = await connection.api.call(startPasskeySignIn, {})
    outcome.onSignedIn(await signIn(connection, await askPasskey(options)))
  } catch (error) {
    if (!isSuperseded(error)) outcome.onProblem(passkeyProblem(error, otherwise))
  }
}

/**
 * Has the browser suggest passkeys in the first field, until the signal aborts or one was chosen. Where it cannot, or
 * the button was used instead, nothing happens.
 */
export async function suggestPasskeys(
  connection: Connected,
  { signal, ...outcome }: Outcome & { readonly signal: AbortSignal },
): Promise<void> {
  if (!(await offersAutofill()) || signal.aborted) return
  let isRenewing = false
  const renewal = setInterval(() => {
    isRenewing = true
    stopAsking()
  }, renewMs)
  signal.addEventListener('abort', stopAsking)
  try {
    do {
      isRenewing = false
      await suggestOnce(connection, { signal, ...outcome })
    } while (isRenewing && !signal.aborted)
  } finally {
    clearInterval(renewal)
    signal.removeEventListener('abort', stopAsking)
  }
}

async function suggestOnce(
  connection: Connected,
  { signal, onSignedIn, onProblem }: Outcome & { readonly signal: AbortSignal },
): Promise<void> {
  const started = await connection.api.call(startPasskeySignIn, {}, { signal }).catch(() => null)
  if (!started || signal.aborted) return
  const response = await askPasskey(started.options, true).catch(() => null)
  if (!response || signal.aborted) return
  try {
    onSignedIn(await signIn(connection, response))
  } catch (error) {
    onProblem(passkeyProblem(error, otherwise))
  }
}
