import { confirmPassword } from '@envhold/contract/accounts/account-settings.ts'
import {
  confirmWithProvider,
  startProviderConfirmation,
} from '@envhold/contract/accounts/identity-provider.ts'
import {
  confirmPasskey,
  startPasskeyConfirmation,
} from '@envhold/contract/accounts/passkey-authentication.ts'
import { confirmRecoveryCode, confirmTotp } from '@envhold/contract/accounts/second-factors.ts'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { PasswordField } from '../../../ui/forms/text-field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { accountErrors } from '../account-errors.ts'
import { prepareRequest, providerTimeoutMs } from '../identity-provider/prepare-request.ts'
import {
  ProviderButton,
  useIdentityProvider,
  useProviderWindow,
} from '../identity-provider/provider-button.tsx'
import { askPasskey } from '../passkeys/ask-passkey.ts'
import { passkeyProblem } from '../passkeys/passkey-problem.ts'
import { CodeForm, type CodeMethod } from '../second-factor/code-form.tsx'

/** A form that asks for one proof. */
export interface ProofFormProps {
  /** The session goes on under this token. */
  readonly onConfirmed: (token: string) => void
}

/** Confirms with a passkey of the account. */
export function PasskeyProof({ onConfirmed }: ProofFormProps) {
  const api = useApi()
  const confirm = async () => {
    const { options } = await api.call(startPasskeyConfirmation, {})
    const response = await askPasskey(options)
    onConfirmed((await api.call(confirmPasskey, { body: { response } })).token)
  }
  const { run, isBusy, problem } = useAction(confirm, (error) => passkeyProblem(error, 'cancel'))
  return (
    <div className="grid gap-4">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button onClick={run} busy={isBusy} autoFocus>
        Confirm with a passkey
      </Button>
    </div>
  )
}

const confirmCode = { totp: confirmTotp, 'recovery-code': confirmRecoveryCode } as const

/** Confirms with a code of the authenticator app, or with a recovery code. */
const codeProof = (method: CodeMethod) =>
  function CodeProof({ onConfirmed }: ProofFormProps) {
    const api = useApi()
    const send = async (code: string) =>
      onConfirmed((await api.call(confirmCode[method], { body: { code } })).token)
    return <CodeForm method={method} submitText="Confirm" send={send} />
  }
export const TotpProof = codeProof('totp')
export const RecoveryCodeProof = codeProof('recovery-code')

/** Confirms with the password of the account. */
export function PasswordProof({ onConfirmed }: ProofFormProps) {
  const api = useApi()
  const form = useActionForm({
    schema: confirmPassword.body,
    initial: { password: '' },
    at: 'password',
    onSubmit: async (body) => onConfirmed((await api.call(confirmPassword, { body })).token),
  })
  return (
    <ActionForm form={form} submitText="Confirm" wide>
      <PasswordField
        {...form.field('password')}
        label="Account password"
        hint="The one you sign in with."
        autoComplete="current-password"
        autoFocus
      />
    </ActionForm>
  )
}

/** Proves who somebody is with a fresh sign-in at the identity provider. The page stays as it is. */
export function ProviderProof({ onConfirmed }: ProofFormProps) {
  const api = useApi()
  const provider = useIdentityProvider()
  const options = { timeoutMs: providerTimeoutMs }
  const providerWindow = useProviderWindow({
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
      <ProviderButton variant="primary" label={provider?.label ?? 'your provider'} {...providerWindow} />
    </div>
  )
}
