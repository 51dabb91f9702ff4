import { login, type SignInAnswer } from '@envhold/contract/accounts.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { showFormError } from '../../../connection/api/show-form-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SlowNote } from '../../../ui/slow-note.tsx'
import { accountErrors } from '../account-errors.ts'
import { useSignInProvider, useSignUpMode } from '../provider/sign-in-provider-query.ts'
import { ForgotPassword } from './forgot-password.tsx'
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
  const form = useForm<z.infer<typeof login.body>>({
    resolver: zodResolver(login.body),
    defaultValues: { email, password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const provider = useSignInProvider()
  const isClosed = useSignUpMode() === 'closed'
  const [usesPassword, setUsesPassword] = useState(false)

  const finish = (signedIn: SignInAnswer) => {
    saveSession(connection, signedIn)
    toast.success(signedIn.restored ? 'Welcome back, your account is restored' : 'Login successful!')
    onSignedIn()
  }

  const submit = form.handleSubmit(async (body) => {
    try {
      const deviceToken = connection.deviceTokens.find(body.email)
      finish(
        await connection.api.call(login, {
          body: { ...body, ...(deviceToken !== undefined && { deviceToken }) },
        }),
      )
    } catch (error) {
      const waiting = pendingSignInOf(error, body.email)
      if (waiting) return setPending(waiting)
      if (!connection.sessionExpired.read()) connection.forget()
      showFormError(error, {
        names: ['email', 'password'],
        texts: accountErrors.login,
        setError: form.setError,
      })
    }
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
    <form name="sign-in" onSubmit={submit} noValidate className="grid gap-4">
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field label="E-mail or username" error={errors.email?.message}>
        <Input
          {...form.register('email')}
          type="text"
          inputMode="email"
          autoComplete="username webauthn"
          autoFocus={email === ''}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="current-password"
          autoFocus={email !== ''}
        />
      </Field>
      <SlowNote busy={isSubmitting}>
        Signing in takes longer than usual. The server is busy and takes everybody in turn. Please wait.
      </SlowNote>
      <Button type="submit" busy={isSubmitting} className="mt-1 w-full">
        Sign in
      </Button>
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
    </form>
  )
}
