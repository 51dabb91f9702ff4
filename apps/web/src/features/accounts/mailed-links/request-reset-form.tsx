import { requestPasswordReset } from '@envhold/contract/password-reset.ts'
import { MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { VerifyOutcome } from '../verify-email/verify-outcome.tsx'

export const linkFormStyles = 'mt-2 grid w-80 max-w-full gap-4 text-left'

function rememberedEmail(): string {
  try {
    return sessionStorage.getItem('envhold.reset-email') ?? ''
  } catch {
    return ''
  }
}

/** Asks for a link. The answer is the same for every address. */
export function RequestResetForm({ back, problem }: { back: ReactNode; problem?: string }) {
  const api = useApi()
  const [answer, setAnswer] = useState<string>()
  const form = useActionForm({
    schema: requestPasswordReset.body,
    initial: { email: rememberedEmail() },
    errors: accountErrors.requestReset,
    onSubmit: async (body) => setAnswer((await api.call(requestPasswordReset, { body })).message),
  })
  if (answer !== undefined)
    return (
      <VerifyOutcome icon={MailCheck} tone="good" title="Check your inbox" action={back}>
        {answer}
      </VerifyOutcome>
    )
  return (
    <>
      <h1 className="text-title font-semibold text-balance">Set a new password</h1>
      <p className="max-w-sm text-balance text-ink-2">
        We mail you a link. It sets the password that signs you in, and leaves your vault as it is: your
        master password, recovery key and passkeys do not change.
      </p>
      <ActionForm form={form} submitText="Mail me a link" wide className={linkFormStyles}>
        {problem && <Banner tone="warn">{problem}</Banner>}
        <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="username" autoFocus />
      </ActionForm>
    </>
  )
}
