import { X } from 'lucide-react'
import { useConnection } from '../../../connection/use-connection.ts'
import { useStore } from '../../../ui/create-store.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

/** Says why the vault was locked, until that is dismissed or it is open again. */
export function LockReasonNotice() {
  const { lockReason } = useConnection()
  const text = useStore(lockReason)
  if (text === null) return null
  return (
    <div className="mx-auto w-full max-w-content px-4 pt-4 sm:px-6">
      <Banner
        tone="warn"
        action={
          <IconButton label="Dismiss" onClick={() => lockReason.set(null)}>
            <X />
          </IconButton>
        }
      >
        <span className="text-ink">{text}</span>
      </Banner>
    </div>
  )
}
