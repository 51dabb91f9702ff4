import { restoreWindowDays } from '@envhold/contract/accounts/account-settings.ts'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { DeleteAccountForm } from './delete-account-form.tsx'

interface Props {
  onCancel: () => void
  /** The session has ended. */
  onDeleted: () => void
}

/** Read what happens before you confirm. */
export function DeleteAccountPage({ onCancel, onDeleted }: Props) {
  const account = useAccount()
  return (
    <section aria-label="Delete account" className="grid max-w-xl gap-4">
      <p className="text-ink-2">
        You are signed out everywhere, and everyone who shares your projects loses access. Sign in within{' '}
        {restoreWindowDays} days to restore everything. After that, it is permanently deleted.
      </p>
      {account && <DeleteAccountForm username={account.username} onCancel={onCancel} onDeleted={onDeleted} />}
    </section>
  )
}
