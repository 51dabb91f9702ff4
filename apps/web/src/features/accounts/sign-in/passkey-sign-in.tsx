import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { hasPasskeys } from '../passkeys/has-passkeys.ts'

interface Props {
  onSignedIn: (signedIn: SignInAnswer) => void
}

/** Loads with the sign-in form, and never with a page that has none. */
const load = () => import('../passkeys/sign-in-by-passkey.ts')

/** Signs in with a passkey: by the button, or chosen among the suggestions of the first field. */
export function PasskeySignIn({ onSignedIn }: Props) {
  return hasPasskeys() ? <Offer onSignedIn={onSignedIn} /> : null
}

function Offer({ onSignedIn }: Props) {
  const connection = useConnection()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const signedIn = useEffectEvent(onSignedIn)

  // The suggestions wait until the form closes, or another way to sign in is chosen.
  useEffect(() => {
    const stop = new AbortController()
    void load().then(({ suggestPasskeys }) =>
      suggestPasskeys(connection, { signal: stop.signal, onSignedIn: signedIn, onProblem: setProblem }),
    )
    return () => stop.abort()
  }, [connection])

  const ask = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { signInByPasskey } = await load()
      await signInByPasskey(connection, { onSignedIn, onProblem: setProblem })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button variant="secondary" onClick={() => void ask()} busy={busy} className="w-full">
        <KeyRound className="size-4" aria-hidden="true" />
        Sign in with a passkey
      </Button>
    </>
  )
}
