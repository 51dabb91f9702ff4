import { restoreWindowDays } from '@envhold/contract/account-settings.ts'
import { useState } from 'react'
import { useAccount } from '../../connection/session/use-session-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'

interface Props {
  /** The session has ended. */
  onDeleted: () => void
}

export function DeleteAccountCard({ onDeleted }: Props) {
  const account = useAccount()
  const [open, setOpen] = useState(false)
  return (
    <Card id="delete-account" className="border-bad/40">
      <CardHeader
        title="Delete account"
        description={`You are signed out everywhere, and everyone who shares your projects loses access. Sign in within ${restoreWindowDays} days to restore everything. After that, it is permanently deleted.`}
        className="mb-0"
        action={
          <Button variant="secondary" className="text-bad" disabled={!account} onClick={() => setOpen(true)}>
            Delete account
          </Button>
        }
      />
      {account && (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          role="alertdialog"
          title="Delete your account"
          description="Read what happens before you confirm."
        >
          <DeleteAccountForm
            username={account.username}
            onCancel={() => setOpen(false)}
            onDeleted={onDeleted}
          />
        </Dialog>
      )}
    </Card>
  )
}
