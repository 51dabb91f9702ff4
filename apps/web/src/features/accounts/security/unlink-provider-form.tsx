import { unlinkProvider } from '@envhold/contract/accounts/identity-provider.ts'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { accountErrors } from '../account-errors.ts'
import { useAfterProviderChange } from './use-after-provider-change.ts'

export function UnlinkProviderForm({ label, onUnlinked }: { label: string; onUnlinked: () => void }) {
  const api = useApi()
  const afterChange = useAfterProviderChange()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const unlink = async () => {
    setBusy(true)
    setError(null)
    try {
      await afterChange(await api.call(unlinkProvider, {}))
      onUnlinked()
    } catch (failure) {
      setError(errorText(failure, accountErrors.unlinkProvider))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-3">
      {error && <Banner tone="bad">{error}</Banner>}
      <p className="text-ink-2">{label} will no longer sign you in. Your data here does not change.</p>
      <Button variant="danger" className="justify-self-start" busy={isBusy} onClick={() => void unlink()}>
        Remove {label}
      </Button>
    </div>
  )
}
