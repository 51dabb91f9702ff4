import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useHasMasterPassword } from '../keyring/use-has-master-password.ts'

/** Asks for the first master password. */
export function FirstTimeNotice() {
  const { withUnlockedVault } = useConnection()
  if (useHasMasterPassword() !== false) return null
  return (
    <Banner
      tone="info"
      title="First-time setup: set your master password"
      action={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void withUnlockedVault(async () => {}).catch(notifyError)}
        >
          Set master password
        </Button>
      }
    >
      It encrypts everything you store here. Only you know it, and you enter it before values are read or
      written.
    </Banner>
  )
}
