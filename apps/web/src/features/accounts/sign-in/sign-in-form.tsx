import { login, type SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { lazy, Suspense, useState } from 'react'
import { toast } from 'sonner'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SlowNote } from '../../../ui/feedback/slow-note.tsx'
import { PasswordField, TextField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { useIdentityProvider, useSignUpMode } from '../identity-provider/identity-provider-query.ts'
import { OnlyProvider } from './only-provider.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { type PendingSignIn, pendingSignInOf } from './pending-sign-in.ts'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { saveSession } from './save-session.ts'

/** Loads with the first account that needs it. */
const SecondFactorForm = lazy(async () => ({
  default: (await import('./second-factor-form.tsx')).SecondFactorForm,
}))

interface Props {
  onSignedIn: () => void
  /** Without it, there is no link to the sign-up form. */
  onSignUp?: () => void
  /** The expected account. */
  email?: string
  /** The page may be left for the identity provider: it holds nothing. */
  leavesPage?: boolean
}

export function SignInForm({ onSignedIn, onSignUp, email = '', leavesPage = false }: Props) {
  const connection = useConnection()
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const provider = useIdentityProvider()
  const isClosed = useSignUpMode() === 'closed'
  const [usesPassword, setUsesPassword] = useState(false)

  const finish = (signedIn: SignInAnswer) => {
    saveSession(connection, signedIn)
    toast.success(signedIn.restored ? 'Welcome back, your account is restored' : 'Login successful!')
    onSignedIn()
  }

  const form = useActionForm({
    schema: login.body,
    initial: { email, password: '' },
    errors: accountErrors.login,
    onSubmit: async (body) => {
      try {
        const deviceToken = connection.deviceTokens.find(body.email)
        const known = deviceToken !== undefined && { deviceToken }
        finish(await connection.api.call(login, { body: { ...body, ...known } }))
      } catch (error) {
        const waiting = pendingSignInOf(error, body.email)
        if (waiting) return setPending(waiting)
        if (!connection.sessionExpired.read()) connection.forget()
        throw error
      }
    },
  })
  if (pending)
    return (
      <Suspense fallback={<Skeleton className="h-48" />}>
        <SecondFactorForm pending={pending} onSignedIn={finish} onBack={() => setPending(null)} />
      </Suspense>
    )
  const atProvider = { leavesPage, onSignedIn: finish, onPending: setPending }
  if (provider?.only_way_in && !usesPassword)
    return <OnlyProvider {...atProvider} onUsePassword={() => setUsesPassword(true)} />
  return (
    <ActionForm
      form={form}
      name="sign-in"
      submitText="Sign in"
      wide
      below={
        <>
          <ForgotPassword email={form.watch('email')} />
          <PasskeySignIn onSignedIn={finish} />
          <ProviderSignIn {...atProvider} />
          {onSignUp && (
            <p className="text-center text-ink-2">
              {isClosed ? 'This server accepts no new accounts at the moment.' : 'No account yet? '}
              {!isClosed && (
                <Button variant="link" onClick={onSignUp}>
                  Create one
                </Button>
              )}
            </p>
          )}
        </>
      }
    >
      <TextField
        {...form.field('email')}
        label="E-mail or username"
        type="text"
        inputMode="email"
        autoComplete="username webauthn"
        autoFocus={email === ''}
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        autoFocus={email !== ''}
      />
      <SlowNote busy={form.isBusy}>
        Signing in is taking longer than usual because the server is busy. You are in the queue.
      </SlowNote>
    </ActionForm>
  )
}

/** Leads to resetting the account password. A plain link: the form also stands in documents without the router. */
function ForgotPassword({ email }: { email: string }) {
  return (
    <p className="text-center text-small">
      <a href="/reset-password" className="text-accent hover:underline" onClick={() => rememberEmail(email)}>
        Forgot your password?
      </a>
    </p>
  )
}

/** An e-mail address has no place in a URL. */
function rememberEmail(email: string) {
  try {
    if (email.includes('@')) sessionStorage.setItem('envhold.reset-email', email)
  } catch {
    // Without storage, the address is typed again.
  }
}
