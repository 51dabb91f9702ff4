import {
  finishProviderLink,
  startProviderLink,
  unlinkProvider,
} from '@envhold/contract/accounts/identity-provider.ts'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { accountErrors } from '../account-errors.ts'
import {
  type PreparedRequest,
  prepareRequest,
  providerTimeoutMs,
} from '../identity-provider/prepare-request.ts'
import { ProviderButton, useProviderWindow } from '../identity-provider/provider-button.tsx'
import { refetchSecurity } from './security-queries.ts'

interface Props {
  label: string
  onLinked: () => void
}

const options = { timeoutMs: providerTimeoutMs }

/** Links in two steps: the first may ask who somebody is, and a window may only be opened by a click. */
export function LinkProviderForm({ label, onLinked }: Props) {
  const api = useApi()
  const [request, setRequest] = useState<PreparedRequest | null>(null)
  const start = async () => {
    const ask = (browserHash: string) => api.call(startProviderLink, { body: { browserHash } }, options)
    setRequest(await prepareRequest(ask))
  }
  const { run, isBusy, problem, setProblem } = useAction(start, (error) =>
    errorText(error, accountErrors.linkProvider),
  )
  if (request)
    return (
      <OpenProvider
        label={label}
        request={request}
        onLinked={onLinked}
        onFailed={(text) => {
          setRequest(null)
          setProblem(text)
        }}
      />
    )
  return (
    <div className="grid gap-3">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <p className="text-ink-2">
        Anyone who can sign in to your account at {label} will be able to sign in here. A window opens: sign
        in there with the account that you want to link.
      </p>
      <Button className="justify-self-start" busy={isBusy} onClick={run}>
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
  const { api, queries } = useConnection()
  const providerWindow = useProviderWindow({
    prepare: async () => request,
    finish: async (body) => {
      try {
        await api.call(finishProviderLink, { body }, options)
        await refetchSecurity(queries)
        onLinked()
      } catch (failure) {
        // The request is used up.
        onFailed(errorText(failure, accountErrors.linkProvider))
      }
    },
    texts: accountErrors.linkProvider,
  })
  return <ProviderButton variant="primary" label={label} {...providerWindow} />
}

export function UnlinkProviderForm({ label, onUnlinked }: { label: string; onUnlinked: () => void }) {
  const { api, queries } = useConnection()
  const unlink = async () => {
    await api.call(unlinkProvider, {})
    await refetchSecurity(queries)
    onUnlinked()
  }
  const { run, isBusy, problem } = useAction(unlink, (error) =>
    errorText(error, accountErrors.unlinkProvider),
  )
  return (
    <div className="grid gap-3">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <p className="text-ink-2">{label} will no longer sign you in. Your data here does not change.</p>
      <Button variant="danger" className="justify-self-start" busy={isBusy} onClick={run}>
        Remove {label}
      </Button>
    </div>
  )
}
