import type { SignInAnswer } from '@envhold/contract/accounts.ts'
import { signInWithPasskey, startPasskeySignIn } from '@envhold/contract/passkey-proofs.ts'
import type { Api } from '../../../connection/api/api.ts'
import { askPasskey, offersAutofill, stopAsking } from './ask-passkey.ts'
import { isSuperseded, passkeyProblem } from './passkey-problem.ts'

interface Outcome {
  readonly onSignedIn: (signedIn: SignInAnswer) => void
  readonly onProblem: (problem: string) => void
}

const otherwise = 'sign in with your password'
/** A challenge is valid for five minutes. */
const renewMs = 4.5 * 60_000

/** Opens the browser's choice of passkeys. */
export async function signInByPasskey(api: Api, outcome: Outcome): Promise<void> {
  try {
    const { options } = await api.call(startPasskeySignIn, {})
    const response = await askPasskey(options)
    outcome.onSignedIn(await api.call(signInWithPasskey, { body: { response } }))
  } catch (error) {
    if (!isSuperseded(error)) outcome.onProblem(passkeyProblem(error, otherwise))
  }
}

/**
 * Has the browser suggest passkeys in the first field, until the signal aborts or one was chosen. Where it cannot, or
 * the button was used instead, nothing happens.
 */
export async function suggestPasskeys(
  api: Api,
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
      await suggestOnce(api, { signal, ...outcome })
    } while (isRenewing && !signal.aborted)
  } finally {
    clearInterval(renewal)
    signal.removeEventListener('abort', stopAsking)
  }
}

async function suggestOnce(
  api: Api,
  { signal, onSignedIn, onProblem }: Outcome & { readonly signal: AbortSignal },
): Promise<void> {
  const started = await api.call(startPasskeySignIn, {}, { signal }).catch(() => null)
  if (!started || signal.aborted) return
  const response = await askPasskey(started.options, true).catch(() => null)
  if (!response || signal.aborted) return
  try {
    onSignedIn(await api.call(signInWithPasskey, { body: { response } }))
  } catch (error) {
    onProblem(passkeyProblem(error, otherwise))
  }
}
