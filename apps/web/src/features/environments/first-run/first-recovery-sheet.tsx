import type { ComponentProps } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { RecoverySheet } from '../../keyring/recovery-sheet.tsx'

/** The recovery key of the new vault, above the form. */
export const FirstRecoverySheet = (sheet: ComponentProps<typeof RecoverySheet>) => (
  <Dialog
    open
    firm
    onOpenChange={() => {}}
    title="Keep your recovery key"
    description="Your recovery key opens the vault when the master password is forgotten."
  >
    <RecoverySheet {...sheet} />
  </Dialog>
)
