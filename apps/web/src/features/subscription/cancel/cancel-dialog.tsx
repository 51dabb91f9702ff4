import type { Subscription } from '@envhold/contract/subscription.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelForm } from './cancel-form.tsx'

interface Props {
  subscription: Subscription
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CancelDialog({ subscription, open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Cancel subscription"
      description="The subscription stays active to the period end, then downgrades to the starter plan. Excess projects are archived with a 30-day grace period to restore or upgrade, after which they are permanently deleted. Excess collaborators lose access."
    >
      <CancelForm subscription={subscription} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}
