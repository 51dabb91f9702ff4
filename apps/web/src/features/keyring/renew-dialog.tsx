import { useState } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { securityQuery } from '../accounts/security/security-query.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { RenewForm } from './renew-form.tsx'

/** Asks for the master password, then shows the new recovery key once. */
export function RenewDialog({ onClose }: { onClose: () => void }) {
  const { api, queries } = useConnection()
  const [sheet, setSheet] = useState<string | null>(null)
  const close = () => {
    void queries.invalidateQueries(securityQuery(api))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      firm={sheet !== null}
      size={sheet ? 'md' : 'sm'}
      title={sheet ? 'Keep your recovery key' : 'Create a new recovery key'}
      description={
        sheet
          ? 'It replaces the one you had. Only this one works from now on.'
          : 'The old one stops working. Your master password and your values stay as they are.'
      }
    >
      {sheet ? (
        <RecoverySheet recoveryKey={sheet} onConfirmed={close} />
      ) : (
        <RenewForm onSheet={setSheet} onCancel={close} />
      )}
    </Dialog>
  )
}
