import { AppWindow, CircleCheck, CloudAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface Props {
  state: { name: 'elsewhere' | 'foreign' | 'empty' } | { name: 'failed'; text: string }
  startAgain: ReactNode
}

/** Says how a sign-in at the provider ended that does not go on in this page. */
export function CallbackMessage({ state, startAgain }: Props) {
  if (state.name === 'elsewhere') return <Elsewhere />
  if (state.name === 'failed')
    return (
      <EmptyState icon={CloudAlert} title="You are not signed in" action={startAgain}>
        <span role="alert">{state.text}</span>
      </EmptyState>
    )
  if (state.name === 'foreign')
    return (
      <EmptyState icon={AppWindow} title="This sign-in was not started here" action={startAgain}>
        It belongs to another browser or window, or was used already. Start it again in this one.
      </EmptyState>
    )
  return (
    <EmptyState icon={AppWindow} title="There is no sign-in to finish" action={startAgain}>
      Reloading this page discards the provider’s answer.
    </EmptyState>
  )
}

function Elsewhere() {
  useEffect(() => window.close(), [])
  return (
    <EmptyState icon={CircleCheck} title="Continue in the other window">
      You can close this one.
    </EmptyState>
  )
}
