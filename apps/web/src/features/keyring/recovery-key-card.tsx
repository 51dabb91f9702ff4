import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { masterPasswordStatusQuery } from './master-password-status.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { RenewForm } from './renew-form.tsx'

/** Replaces a recovery key that was lost or seen by somebody else. */
export function RecoveryKeyCard() {
  const { data: status } = useQuery(masterPasswordStatusQuery(useApi()))
  const [open, setOpen] = useState(false)
  const [sheet, setSheet] = useState<string | null>(null)
  const close = () => {
    setSheet(null)
    setOpen(false)
  }
  return (
    <Card id="recovery-key">
      <CardHeader
        title="Recovery key"
        description="Opens your vault when the master password is forgotten. If you lose it or somebody else sees it, create a new one. The old one then stops working."
        className="mb-0"
        action={
          <Button variant="secondary" disabled={!status?.hasMasterPassword} onClick={() => setOpen(true)}>
            Create a new recovery key
          </Button>
        }
      />
      {status?.hasMasterPassword === false && (
        <p className="mt-3 text-ink-3">You get one when you set your master password.</p>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        firm={sheet !== null}
        size={sheet ? 'md' : 'sm'}
        title={sheet ? 'Keep your recovery key' : 'Create a new recovery key'}
        description={
          sheet
            ? 'It replaces the one you had. Only this one works from now on.'
            : 'Your master password and your values stay as they are.'
        }
      >
        {sheet ? (
          <RecoverySheet recoveryKey={sheet} onConfirmed={close} />
        ) : (
          <RenewForm onSheet={setSheet} onCancel={close} />
        )}
      </Dialog>
    </Card>
  )
}
