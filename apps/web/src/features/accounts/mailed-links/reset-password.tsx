import {
  openPasswordReset,
  requestPasswordReset,
  resetPassword,
} from '@envhold/contract/accounts/mailed-links.ts'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Strong } from '../../../ui/text/strong.tsx'
import { accountErrors } from '../account-errors.ts'
import { isRepeated, NewPasswordFields, unequal } from '../new-password-fields.tsx'
import { DoneOutcome, isInvalidLink, OpenLink, VerifyOutcome } from '../verify-email/verification-link.tsx'
import { openLinkOptions } from './open-link.tsx'

const ended = 'This link was already used, replaced by a newer one, or is older than an hour.'

/** Sets a new account password with a mailed link; without one, asks for it. */
export function ResetPassword({ token, back }: { token: string | null; back: ReactNode }) {
  return token === null ? <RequestResetForm back={back} /> : <WithLink token={token} back={back} />
}

function WithLink({ token, back }: { token: string; back: ReactNode }) {
  const { api, forget } = useConnection()
  const [done, setDone] = useState<{ readonly removesFactors: boolean }>()
  const query = useQuery({
    queryKey: ['reset-link', useId()],
    queryFn: ({ signal }) => api.call(openPasswordReset, { body: { token } }, { signal }),
    ...openLinkOptions,
  })
  // Forgetting the session clears the queries, so the outcome is shown without the link.
  if (done)
    return (
      <DoneOutcome title="Your new password is set" action={back}>
        {done.removesFactors
          ? 'Every device is signed out, and passkeys, authenticator app, provider links and personal tokens are removed. Verify your e-mail address next.'
          : 'Every device is signed out. Your vault is unchanged: open it with the same master password as before.'}
      </DoneOutcome>
    )
  const onDone = (removesFactors: boolean) => {
    setDone({ removesFactors })
    forget()
  }
  return (
    <OpenLink
      query={query}
      title="Set a new password"
      errors={accountErrors.mailedLink}
      invalid={<RequestResetForm back={back} problem={ended} />}
    >
      {({ username, email, removes_factors }) => (
        <NewPasswordForm {...{ token, username, email, back, onDone }} removesFactors={removes_factors} />
      )}
    </OpenLink>
  )
}

const schema = z
  .object({ newPassword: resetPassword.body.shape.newPassword, confirmation: z.string() })
  .refine(isRepeated, unequal)

const vaultUnchanged =
  'Your vault stays as it is: the master password, the recovery key and your passkeys do not change.'
const factorsRemoved =
  'This address was never verified, so someone else may have created the account: its passkeys, authenticator app, provider links and personal tokens are removed. Your vault stays as it is.'

interface FormProps {
  token: string
  username: string
  email: string
  removesFactors: boolean
  back: ReactNode
  onDone: (removesFactors: boolean) => void
}

function NewPasswordForm({ token, username, email, removesFactors, back, onDone }: FormProps) {
  const { api } = useConnection()
  const [isEnded, setEnded] = useState(false)
  const form = useActionForm({
    schema,
    initial: { newPassword: '', confirmation: '' },
    errors: accountErrors.resetPassword,
    onSubmit: async ({ newPassword }) => {
      try {
        await api.call(resetPassword, { body: { token, newPassword } })
        onDone(removesFactors)
      } catch (error) {
        if (!isInvalidLink(error) || hasDetails(error)) throw error
        setEnded(true)
      }
    },
  })
  if (isEnded) return <RequestResetForm back={back} problem={ended} />
  return (
    <>
      <h1 className="text-title font-semibold text-balance">Set a new password</h1>
      <p className="max-w-sm text-balance text-ink-2">
        For the account <Strong>{username}</Strong> (<span className="wrap-anywhere">{email}</span>). Every
        device is signed out. {removesFactors ? factorsRemoved : vaultUnchanged}
      </p>
      <ActionForm form={form} submitText="Set new password" wide className={linkFormStyles}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields form={form} autoFocus />
      </ActionForm>
    </>
  )
}

/** Whether the error names a field: then the link is right and the password is not. */
const hasDetails = (error: unknown) =>
  error instanceof Error && 'details' in error && Array.isArray(error.details) && error.details.length > 0

const linkFormStyles = 'mt-2 grid w-80 max-w-full gap-4 text-left'

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
        We will e-mail you a link. It sets the password that signs you in, and leaves your vault as it is:
        your master password, recovery key and passkeys do not change.
      </p>
      <ActionForm form={form} submitText="Mail me a link" wide className={linkFormStyles}>
        {problem && <Banner tone="warn">{problem}</Banner>}
        <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="username" autoFocus />
      </ActionForm>
    </>
  )
}
