import { AppWindow, CircleCheck, CloudAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { VerifyOutcome } from '../verify-email/verify-outcome.tsx'

interface Props {
  state: { name: 'elsewhere' | 'foreign' | 'empty' } | { name: 'failed'; text: string }
  startAgain: ReactNode
}

/** Says how a sign-in at the provider ended that does not go on in this page. */
export function CallbackMessage({ state, startAgain }: Props) {
  if (state.name === 'elsewhere') return <Elsewhere />
  if (state.name === 'failed')
    return (
      <VerifyOutcome icon={CloudAlert} tone="warn" title="You are not signed in" action={startAgain}>
        <span role="alert">{state.text}</span>
      </VerifyOutcome>
    )
  if (state.name === 'foreign')
    return (
      <VerifyOutcome
        icon={AppWindow}
        tone="warn"
        title="This sign-in was not started here"
        action={startAgain}
      >
        It belongs to another browser or window, or was used already. Start it again in this one.
      </VerifyOutcome>
    )
  return (
    <VerifyOutcome icon={AppWindow} tone="warn" title="There is no sign-in to finish" action={startAgain}>
      Reloading this page discards the provider’s answer.
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
