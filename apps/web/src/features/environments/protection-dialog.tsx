import type { ProtectedLoss } from '@envhold/contract/accounts/protection.ts'
import { useRef } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { formatCount } from '../../ui/text/format.ts'

interface Props {
  loss: ProtectedLoss
  onSettled: (isConfirmed: boolean) => void
}

const variables = (count: number) => formatCount(count, 'variable')

const effectOf = ({ replaced, deleted }: ProtectedLoss) => {
  const [one, other] = [`replaces ${variables(replaced)}`, `deletes ${variables(deleted)}`]
  if (replaced > 0 && deleted > 0) return `This ${one} and ${other}.`
  if (replaced > 0) return `This ${one}.`
  return deleted > 0 ? `This ${other}.` : 'This changes it for everyone who uses it.'
}

const actOf = ({ replaced, deleted, environment }: ProtectedLoss) => {
  if (replaced > 0) return `Save to ${environment}`
  return deleted > 0 ? `Delete from ${environment}` : `Change ${environment}`
}

/** Asks once before a protected environment loses something. */
export function ProtectionDialog({ loss, onSettled }: Props) {
  const isConfirmed = useRef(false)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onSettled(isConfirmed.current)}
      tone={loss.deleted > 0 ? 'danger' : 'warning'}
      icon="shield"
      title={`${loss.environment} is protected`}
      description={effectOf(loss)}
      confirmText={actOf(loss)}
      onConfirm={() => {
        isConfirmed.current = true
      }}
    />
  )
}
