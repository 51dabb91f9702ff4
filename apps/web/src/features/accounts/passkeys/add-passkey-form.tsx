import {
  type PasskeyInfo,
  registerPasskey,
  startPasskeyRegistration,
} from '@envhold/contract/accounts/passkeys.ts'
import { useState } from 'react'
import { toast } from 'sonner'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { securityQuery } from '../security/security-queries.ts'
import { passkeysQuery } from '../security/sign-in-queries.ts'
import { createPasskey } from './ask-passkey.ts'
import { passkeyProblem } from './passkey-problem.ts'
import { UnlockSetUpForm } from './unlock-set-up-form.tsx'

/** Adds a passkey, and then offers to let it open the vault if that is open. */
export function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const { api, queries } = useConnection()
  const isVaultOpen = useVaultOpen()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [added, setAdded] = useState<PasskeyInfo>()

  const add = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { options } = await api.call(startPasskeyRegistration, {})
      const response = await createPasskey(options)
      const { passkey } = await api.call(registerPasskey, { body: { response } })
      toast.success('Passkey added')
      void queries.invalidateQueries(passkeysQuery(api))
      void queries.invalidateQueries(securityQuery(api))
      if (isVaultOpen || !passkey.can_open_vault) setAdded(passkey)
      else onClose()
    } catch (error) {
      setProblem(passkeyProblem(error, 'cancel'))
    } finally {
      setBusy(false)
    }
  }

  if (added && !added.can_open_vault)
    return (
      <div className="grid gap-4">
        <p>
          {added.name} signs you in. It cannot open your vault: for that, you keep using your master password.
        </p>
        <div>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    )
  if (added) return <UnlockSetUpForm passkey={added} onClose={onClose} />
  return (
    <div className="grid gap-4">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <p className="text-ink-2">
        Your browser asks where to store it: on this device, in your password manager or on a security key.
      </p>
      <div>
        <Button onClick={() => void add()} busy={busy} autoFocus>
          Create passkey
        </Button>
      </div>
    </div>
  )
}
