import { deletePasskey, type PasskeyInfo } from '@envhold/contract/passkeys.ts'
import { useState } from 'react'
import { toast } from 'sonner'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { securityQuery } from '../security/security-query.ts'
import { PasskeyItem } from './passkey-item.tsx'
import { passkeysQuery } from './passkey-queries.ts'

export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyInfo[] }) {
  const { api, queries } = useConnection()
  const [removing, setRemoving] = useState<PasskeyInfo | null>(null)
  const remove = async ({ id }: PasskeyInfo) => {
    try {
      await api.call(deletePasskey, { params: { id } })
      toast.success('Passkey removed')
    } catch (error) {
      notifyError(error, { fallback: 'Failed to remove the passkey' })
      throw error
    } finally {
      await queries.invalidateQueries(passkeysQuery(api))
      void queries.invalidateQueries(securityQuery(api))
    }
  }
  return (
    <>
      <ul className="divide-y">
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title="Remove passkey"
        description={`${removing?.name ?? 'It'} can no longer sign in${removing?.opens_vault ? ', and no longer opens your vault' : ''}. Delete it from your device or password manager as well.`}
        confirmText="Remove passkey"
        onConfirm={() => removing && remove(removing)}
      />
    </>
  )
}
