import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { finishProviderSignIn } from '@envhold/contract/accounts/identity-provider.ts'
import { AppWindow, CircleCheck, CloudAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { providerDevice } from '../../../connection/session/session-store.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { LoadingText } from '../../../ui/feedback/loading.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { accountErrors } from '../account-errors.ts'
import { type PendingSignIn, pendingSignInOf, saveSession } from '../sign-in/pending-sign-in.ts'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import { VerifyOutcome } from '../verify-email/verification-link.tsx'
import { claimPendingRedirect, providerTimeoutMs } from './prepare-request.ts'
import { sendResponse } from './provider-button.tsx'

type State =
  | { readonly name: 'working' }
  | { readonly name: 'elsewhere' | 'foreign' | 'empty' }
  | { readonly name: 'failed'; readonly text: string }
  | { readonly name: 'second-factor'; readonly pending: PendingSignIn; readonly next: string | null }

interface Props {
  /** The query that the provider added to this page's address; null after a reload. */
  params: string | null
  /** Opens the page that the sign-in was for. */
  onSignedIn: (next: string | null) => void
  /** A link to the sign-in form. */
  startAgain: ReactNode
}

/** Finishes a sign-in after the provider sent the browser back. */
export function ProviderCallback({ params, onSignedIn, startAgain }: Props) {
  const connection = useConnection()
  const [state, setState] = useState<State>(params === null ? { name: 'empty' } : { name: 'working' })
  const hasStarted = useRef(false)

  const signedIn = (answer: SignInAnswer, next: string | null) => {
    saveSession(connection, answer)
    connection.deviceTokens.save([providerDevice], answer.deviceToken)
    toast.success(answer.restored ? 'Welcome back, your account is restored' : 'Login successful!')
    onSignedIn(next)
  }
  const finish = async (query: string) => {
    const redirect = claimPendingRedirect(query)
    if (!redirect) return setState({ name: (await sendResponse(query)) ? 'elsewhere' : 'foreign' })
    const { browserValue, next } = redirect
    try {
      const deviceToken = connection.deviceTokens.find(providerDevice)
      const body = { params: query, browserValue, ...(deviceToken !== undefined && { deviceToken }) }
      const options = { timeoutMs: providerTimeoutMs }
      const answer = await connection.api.call(finishProviderSignIn, { body }, options)
      signedIn(answer, next ?? answer.return_path)
    } catch (error) {
      const pending = pendingSignInOf(error, providerDevice)
      if (pending) return setState({ name: 'second-factor', pending, next })
      setState({ name: 'failed', text: errorText(error, accountErrors.providerSignIn) })
    }
  }
  useEffect(() => {
    // A callback is used once.
    if (params === null || hasStarted.current) return
    hasStarted.current = true
    void finish(params)
  })

  if (state.name === 'working') return <LoadingText>Signing you in…</LoadingText>
  if (state.name === 'second-factor')
    return (
      <div className="grid w-80 max-w-full gap-4 text-left">
        <h1 className="text-title font-semibold">Sign in</h1>
        <SecondFactorForm
          pending={state.pending}
          onSignedIn={(answer) => signedIn(answer, state.next)}
          onBack={() => setState({ name: 'failed', text: 'The second factor is missing. Start again.' })}
        />
      </div>
    )
  return <CallbackMessage state={state} startAgain={startAgain} />
}

interface CallbackMessageProps {
  state: { name: keyof typeof unstarted | 'elsewhere' } | { name: 'failed'; text: string }
  startAgain: ReactNode
}

const unstarted = {
  foreign: {
    title: 'This sign-in was not started here',
    text: 'It belongs to another browser or window, or was used already. Start it again in this one.',
  },
  empty: {
    title: 'There is no sign-in to finish',
    text: 'Reloading this page discards the provider’s answer.',
  },
} as const

/** Says how a sign-in at the provider ended that does not go on in this page. */
function CallbackMessage({ state, startAgain }: CallbackMessageProps) {
  if (state.name === 'elsewhere') return <Elsewhere />
  if (state.name === 'failed')
    return (
      <VerifyOutcome icon={CloudAlert} tone="warn" title="You are not signed in" action={startAgain}>
        <span role="alert">{state.text}</span>
      </VerifyOutcome>
    )
  const { title, text } = unstarted[state.name]
  return (
    <VerifyOutcome icon={AppWindow} tone="warn" title={title} action={startAgain}>
      {text}
    </VerifyOutcome>
  )
}

function Elsewhere() {
  useEffect(() => window.close(), [])
  return (
    <VerifyOutcome icon={CircleCheck} tone="good" title="Continue in the other window" action={null}>
      You can close this one.
    </VerifyOutcome>
  )
}
