import { confirmPasskey, startPasskeyConfirmation } from '@envhold/contract/passkey-proofs.ts'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { askPasskey } from '../passkeys/ask-passkey.ts'
import { passkeyProblem } from '../passkeys/passkey-problem.ts'

/** Confirms with a passkey of the account. */
export function PasskeyProof({ onConfirmed }: { onConfirmed: (token: string) => void }) {
  const api = useApi()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { options } = await api.call(startPasskeyConfirmation, {})
      const response = await askPasskey(options)
      onConfirmed((await api.call(confirmPasskey, { body: { response } })).token)
    } catch (error) {
      setProblem(passkeyProblem(error, 'cancel'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-4">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button onClick={() => void confirm()} busy={busy} autoFocus>
        Confirm with a passkey
      </Button>
    </div>
  )
}
