import {
  type PasskeyInfo,
  registerPasskey,
  startPasskeyRegistration,
} from '@envhold/contract/accounts/passkeys.ts'
import { setUpPasskeyUnlock, startPasskeyUnlockSetUp } from '@envhold/contract/keyring/keyring.ts'
import { type FormEvent, useState } from 'react'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/text-field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { refetchSecurity } from '../security/security-queries.ts'
import { askPasskeyForVault, createPasskey } from './ask-passkey.ts'
import { passkeyProblem } from './passkey-problem.ts'

/** Adds a passkey, and then offers to let it open the vault if that is open. */
export function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const { api, queries } = useConnection()
  const isVaultOpen = useVaultOpen()
  const [added, setAdded] = useState<PasskeyInfo>()
  const add = async () => {
    const { options } = await api.call(startPasskeyRegistration, {})
    const response = await createPasskey(options)
    const { passkey } = await api.call(registerPasskey, { body: { response } })
    void refetchSecurity(queries)
    if (isVaultOpen || !passkey.can_open_vault) setAdded(passkey)
    else onClose()
  }
  const { run, isBusy, problem } = useAction(add, (error) => passkeyProblem(error, 'cancel'))

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
        <Button onClick={run} busy={isBusy} autoFocus>
          Create passkey
        </Button>
      </div>
    </div>
  )
}

/** Lets a passkey open the vault. It needs the master password, even if another passkey opened the vault. */
export function UnlockSetUpForm({ passkey, onClose }: { passkey: PasskeyInfo; onClose: () => void }) {
  const { api, vault, queries } = useConnection()
  const secret = vault.read()
  const [typed, setTyped] = useState('')
  const masterPassword = typeof secret === 'string' ? secret : typed
  const setUp = async () => {
    const params = { id: passkey.id }
    const { options, salts } = await api.call(startPasskeyUnlockSetUp, { params })
    const { response, unlock } = await askPasskeyForVault(options, salts)
    if (unlock === null)
      return setProblem('This passkey cannot open your vault. Keep using your master password for that.')
    await api.call(setUpPasskeyUnlock, { params, body: { masterPassword, unlock, response } })
    void refetchSecurity(queries)
    onClose()
  }
  const { run, isBusy, problem, setProblem } = useAction(setUp, (error) => passkeyProblem(error, 'cancel'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (masterPassword === '') setProblem('Master password is required')
    else run()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <p>
        Open your vault with {passkey.name}, too?{' '}
        <strong>Anyone who has this passkey and can unlock the device can open your vault.</strong> Your
        master password and your recovery key still open it.
      </p>
      {typeof secret !== 'string' && (
        <Field label="Master password">
          <PasswordInput
            value={typed}
            name="masterPassword"
            unfilled
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy}>
          Open the vault with it
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Not now
        </Button>
      </div>
    </form>
  )
}
