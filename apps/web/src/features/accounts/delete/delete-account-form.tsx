import { ApiError } from '@envhold/client/api-error.ts'
import { deleteAccount, restoreWindowDays } from '@envhold/contract/account-settings.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { z } from 'zod'
import { showFormError } from '../../../connection/api/show-form-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { accountErrors } from '../account-errors.ts'
import { useAccountSecurity } from '../security/security-query.ts'

const form = deleteAccount.body.extend({ typed: z.string() })

interface Props {
  username: string
  onCancel: () => void
  onDeleted: () => void
}

/** An account that signs in elsewhere has no password to ask for. */
export function DeleteAccountForm(props: Props) {
  const { data: security, isError } = useAccountSecurity()
  if (!security && !isError) return <Skeleton className="h-80" />
  return <Form hasPassword={security?.password !== null} {...props} />
}

function Form({ hasPassword, username, onCancel, onDeleted }: Props & { hasPassword: boolean }) {
  const { api, forget } = useConnection()
  const { register, handleSubmit, setError, watch, formState } = useForm<z.infer<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { typed: '', ...(hasPassword && { password: '' }) },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ password }) => {
    try {
      const body = { ...(password !== undefined && { password }) }
      const { message } = await api.call(deleteAccount, { body })
      forget()
      toast.success(message)
      onDeleted()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
        setError('password', { message: error.message }, { shouldFocus: true })
      else showFormError(error, { names: ['password'], texts: accountErrors.deleteAccount, setError })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-ink-3">
        <li>You are signed out everywhere, including here.</li>
        <li>Your personal tokens and your projects’ API keys stop working.</li>
        <li>People who share your projects lose access, and you lose access to theirs.</li>
        <li>
          For {restoreWindowDays} days signing in brings everything back. After that, projects, values and
          history are permanently deleted, and nobody can restore them.
        </li>
      </ul>
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      {hasPassword && (
        <Field label="Password" error={errors.password?.message} hint="The one you sign in with.">
          <PasswordInput {...register('password')} autoComplete="current-password" autoFocus />
        </Field>
      )}
      <Field
        label={
          <>
            Type <span className="font-mono break-all">{username}</span> to confirm
          </>
        }
      >
        <Input {...register('typed')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Keep account
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting} disabled={watch('typed') !== username}>
          Delete account
        </Button>
      </DialogActions>
    </form>
  )
}
