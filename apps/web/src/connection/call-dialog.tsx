import type { ComponentProps } from 'react'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import type { ErrorTexts } from './api/error-text.ts'
import { notifyError } from './api/notify-error.ts'

interface Props extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'onConfirm'> {
  readonly errors: ErrorTexts
  readonly onClose: () => void
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before a call. If the call fails, it says why and stays open. */
export const CallDialog = ({ errors, onClose, onConfirm, ...dialog }: Props) => (
  <ConfirmDialog
    {...dialog}
    open
    onOpenChange={(open) => !open && onClose()}
    onConfirm={async () => {
      try {
        await onConfirm()
      } catch (error) {
        notifyError(error, errors)
        throw error
      }
    }}
  />
)
