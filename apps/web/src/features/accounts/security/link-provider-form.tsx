import { finishProviderLink, startProviderLink } from '@envhold/contract/accounts/identity-provider.ts'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { accountErrors } from '../account-errors.ts'
import {
  type PreparedRequest,
  prepareRequest,
  providerTimeoutMs,
} from '../identity-provider/prepare-request.ts'
import { ProviderButton, useProviderWindow } from '../identity-provider/provider-button.tsx'
import { useAfterProviderChange } from './use-after-provider-change.ts'

interface Props {
  label: string
  onLinked: () => void
}

const options = { timeoutMs: providerTimeoutMs }

/** Links in two steps: the first may ask who somebody is, and a window may only be opened by a click. */
export function LinkProviderForm({ label, onLinked }: Props) {
  const api = useApi()
  const [request, setRequest] = useState<PreparedRequest | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const start = async () => {
    setBusy(true)
    setError(null)
    try {
      setRequest(
        await prepareRequest((browserHash) =>
          api.call(startProviderLink, { body: { browserHash } }, options),
        ),
      )
    } catch (failure) {
      setError(errorText(failure, accountErrors.linkProvider))
    }
    setBusy(false)
  }
  if (request)
    return (
      <OpenProvider
        label={label}
        request={request}
        onLinked={onLinked}
        onFailed={(text) => {
          setRequest(null)
          setError(text)
        }}
      />
    )
  return (
    <div className="grid gap-3">
      {error && <Banner tone="bad">{error}</Banner>}
      <p className="text-ink-2">
        Anyone who can sign in to your account at {label} will be able to sign in here. A window opens: sign
        in there with the account that you want to link.
      </p>
      <Button className="justify-self-start" busy={isBusy} onClick={() => void start()}>
        Link {label}
      </Button>
    </div>
  )
}

interface OpenProviderProps extends Props {
  request: PreparedRequest
  onFailed: (text: string) => void
}

function OpenProvider({ label, request, onLinked, onFailed }: OpenProviderProps) {
  const api = useApi()
  const afterChange = useAfterProviderChange()
  const asked = useProviderWindow({
    prepare: async () => request,
    finish: async (body) => {
      try {
        await afterChange(await api.call(finishProviderLink, { body }, options))
        onLinked()
      } catch (failure) {
        // The request is used up.
        onFailed(errorText(failure, accountErrors.linkProvider))
      }
    },
    texts: accountErrors.linkProvider,
  })
  return <ProviderButton variant="primary" label={label} {...asked} />
}
