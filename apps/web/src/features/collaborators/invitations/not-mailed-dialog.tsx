import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'

/** The invitation exists, but its mail failed, and the link is only in the mail. */
export function NotMailedDialog({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The invitation was not mailed"
      description={
        <div className="grid gap-2">
          <p>
            It is saved, but the mail server rejected the mail to{' '}
            <span className="font-medium wrap-anywhere text-ink">{email}</span>. The link is only in that
            mail.
          </p>
          <p>
            Cancel the invitation and invite them again once mail works, or tell them to sign in or sign up
            with this address: the invitation is on their dashboard.
          </p>
        </div>
      }
    >
      <DialogActions>
        <Button onClick={onClose}>I will tell them</Button>
      </DialogActions>
    </Dialog>
  )
}
