import { deleteAccount, restoreWindowDays } from '@envhold/contract/accounts/account-settings.ts'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField, TextField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { useAccountSecurity } from '../security/security-queries.ts'

interface Props {
  onCancel: () => void
  /** The session has ended. */
  onDeleted: () => void
}

/** Read what happens before you confirm. */
export function DeleteAccountPage({ onCancel, onDeleted }: Props) {
  const account = useAccount()
  return (
    <section aria-label="Delete account" className="grid max-w-xl gap-4">
      <p className="text-ink-2">
        You are signed out everywhere, and everyone who shares your projects loses access. Sign in within{' '}
        {restoreWindowDays} days to restore your account. After that, it is permanently deleted.
      </p>
      {account && <DeleteAccountForm username={account.username} onCancel={onCancel} onDeleted={onDeleted} />}
    </section>
  )
}

const schema = deleteAccount.body.extend({ typed: z.string() })

interface DeleteAccountFormProps {
  username: string
  onCancel: () => void
  onDeleted: () => void
}

/** An account that signs in elsewhere has no password to ask for. */
export function DeleteAccountForm(props: DeleteAccountFormProps) {
  const { data: security, isError } = useAccountSecurity()
  if (!security && !isError) return <Skeleton className="h-80" />
  return <Form hasPassword={security?.password !== null} {...props} />
}

function Form({
  hasPassword,
  username,
  onCancel,
  onDeleted,
}: DeleteAccountFormProps & { hasPassword: boolean }) {
  const { api, forget } = useConnection()
  const form = useActionForm({
    schema,
    initial: { typed: '', ...(hasPassword && { password: '' }) },
    errors: accountErrors.deleteAccount,
    fieldOf: { INVALID_CREDENTIALS: 'password' },
    onSubmit: async ({ password }) => {
      const body = { ...(password !== undefined && { password }) }
      const { message } = await api.call(deleteAccount, { body })
      forget()
      toast.success(message)
      onDeleted()
    },
  })
  return (
    <ActionForm
      form={form}
      submitText="Delete account"
      tone="danger"
      disabled={form.watch('typed') !== username}
      onCancel={onCancel}
      cancelText="Keep account"
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-ink-3">
        <li>You are signed out everywhere, including here.</li>
        <li>Your personal tokens and your projects’ API keys stop working.</li>
        <li>
          A paid plan is canceled: it ends with the period that is paid for. If you restore the account before
          that, resume the plan under Subscription &amp; Billing.
        </li>
        <li>People who share your projects lose access, and you lose access to theirs.</li>
        <li>
          For {restoreWindowDays} days signing in brings everything else back. After that, projects, values
          and history are permanently deleted, and nobody can restore them.
        </li>
      </ul>
      {hasPassword && (
        <PasswordField
          {...form.field('password')}
          label="Password"
          hint="The one you sign in with."
          autoComplete="current-password"
          autoFocus
        />
      )}
      <TextField
        {...form.field('typed')}
        label={
          <>
            Type <span className="font-mono break-all">{username}</span> to confirm
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </ActionForm>
  )
}
