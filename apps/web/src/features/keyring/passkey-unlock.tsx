import { startPasskeyUnlock, unlockWithPasskey } from '@envhold/contract/keyring/keyring.ts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { SlowNote } from '../../ui/feedback/slow-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { hasPasskeys, passkeyProblem } from '../accounts/passkeys/passkey-problem.ts'
import { passkeysQuery } from '../accounts/security/sign-in-queries.ts'

/** Opens the vault with a passkey, where one does. */
export function PasskeyUnlock({ onOpened }: { onOpened: () => void }) {
  const { api, vault } = useConnection()
  const { data: passkeys } = useQuery({ ...passkeysQuery(api), enabled: hasPasskeys() })
  const unlock = async () => {
    const { askPasskeyForVault } = await import('../accounts/passkeys/ask-passkey.ts')
    const { options, salts } = await api.call(startPasskeyUnlock, {})
    const { response, unlock: secret } = await askPasskeyForVault(options, salts)
    if (secret === null)
      return setProblem('This browser cannot open your vault with that passkey. Enter your master password.')
    vault.hold({ passkeyUnlock: `${response.id}.${secret}` })
    await api.call(unlockWithPasskey, { body: { response } })
    onOpened()
  }
  const { run, isBusy, problem, setProblem } = useAction(unlock, (error) => {
    vault.lock()
    return passkeyProblem(error, 'enter your master password')
  })
  if (!passkeys?.some(({ opens_vault, usable }) => opens_vault && usable)) return null
  return (
    <div className="grid gap-3">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button variant="secondary" onClick={run} busy={isBusy} className="w-full">
        <KeyRound className="size-4" aria-hidden="true" />
        Unlock with passkey
      </Button>
    </div>
  )
}

/** The wait for an unlock on a server that many people unlock at once, as after its restart. */
export const SlowUnlockNote = ({ busy }: { busy: boolean }) => (
  <SlowNote busy={busy}>
    Unlocking takes longer than usual. The server is busy. You are in the queue.
  </SlowNote>
)
