import { requestPasswordReset } from '@envhold/contract/password-reset.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showFormError } from '../../../connection/api/show-form-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { accountErrors } from '../account-errors.ts'
import { VerifyOutcome } from '../verify-email/verify-outcome.tsx'

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
  const form = useForm<z.infer<typeof requestPasswordReset.body>>({
    resolver: zodResolver(requestPasswordReset.body),
    defaultValues: { email: rememberedEmail() },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      setAnswer((await api.call(requestPasswordReset, { body })).message)
    } catch (error) {
      showFormError(error, { names: ['email'], texts: accountErrors.requestReset, setError: form.setError })
    }
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
      <form onSubmit={submit} noValidate className="mt-2 grid w-80 max-w-full gap-4 text-left">
        {problem && <Banner tone="warn">{problem}</Banner>}
        {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
        <Field label="E-mail" error={errors.email?.message}>
          <Input {...form.register('email')} type="email" autoComplete="username" autoFocus />
        </Field>
        <Button type="submit" busy={isSubmitting}>
          Mail me a link
        </Button>
      </form>
    </>
  )
}
