import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Asks for the first master password. */
export function FirstTimeNotice() {
  const { withUnlockedVault } = useConnection()
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
