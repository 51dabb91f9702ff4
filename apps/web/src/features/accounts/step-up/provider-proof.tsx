import { confirmWithProvider, startProviderConfirmation } from '@envhold/contract/sign-in-provider.ts'
import { useApi } from '../../../connection/use-api.ts'
import { accountErrors } from '../account-errors.ts'
import { prepareRequest, providerTimeoutMs } from '../provider/prepare-request.ts'
import { ProviderButton, useProviderWindow } from '../provider/provider-button.tsx'
import { useSignInProvider } from '../provider/sign-in-provider-query.ts'

interface Props {
  onConfirmed: (token: string) => void
}

/** Proves who somebody is with a fresh sign-in at the identity provider. The page stays as it is. */
export function ProviderProof({ onConfirmed }: Props) {
  const api = useApi()
  const provider = useSignInProvider()
  const options = { timeoutMs: providerTimeoutMs }
  const asked = useProviderWindow({
    prepare: () =>
      prepareRequest((browserHash) =>
        api.call(startProviderConfirmation, { body: { browserHash } }, options),
      ),
    finish: async (body) => onConfirmed((await api.call(confirmWithProvider, { body }, options)).token),
    texts: accountErrors.providerProof,
  })
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">A window opens, in which you sign in again.</p>
      <ProviderButton variant="primary" label={provider?.label ?? 'your provider'} {...asked} />
    </div>
  )
}
