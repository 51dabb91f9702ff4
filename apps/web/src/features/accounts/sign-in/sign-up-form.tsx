import { register, type SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { useState } from 'react'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField, TextField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { useIdentityProvider, useSignUpMode } from '../identity-provider/provider-button.tsx'
import { NewPasswordHint } from '../new-password-hint.tsx'
import { type PendingSignIn, saveSession } from './pending-sign-in.ts'
import { OnlyProvider, ProviderSignIn } from './provider-sign-in.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

interface Props {
  onSignedIn: () => void
  /** Without it, there is no link to the sign-in form. */
  onSignIn?: () => void
  /** A mailed invitation: its secret proves the e-mail address, which cannot be edited. */
  invitation?: { email: string; secret: string }
  /** The invitation is an operator's: it works whatever the sign-up mode. */
  isByOperator?: boolean
  /** The page may be left for the identity provider: it holds nothing. */
  leavesPage?: boolean
}

/** Empty fields are not sent: the server then derives a username from the e-mail address. */
const emptyAsAbsent = { setValueAs: (value: string) => value.trim() || undefined }

export function SignUpForm({
  onSignedIn,
  onSignIn,
  invitation,
  isByOperator = false,
  leavesPage = false,
}: Props) {
  const connection = useConnection()
  const form = useActionForm({
    schema: register.body,
    initial: {
      email: invitation?.email ?? '',
      password: '',
      ...(invitation && { invitation: invitation.secret }),
    },
    names: ['email', 'username', 'firstName', 'lastName', 'password'],
    errors: accountErrors.register,
    onSubmit: async (body) => {
      saveSession(connection, await connection.api.call(register, { body }))
      toast.success('Registration successful!')
      onSignedIn()
    },
  })
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const provider = useIdentityProvider()
  const mode = useSignUpMode()

  const finish = (signedIn: SignInAnswer) => {
    saveSession(connection, signedIn)
    toast.success('Login successful!')
    onSignedIn()
  }

  if (pending)
    return <SecondFactorForm pending={pending} onSignedIn={finish} onBack={() => setPending(null)} />
  const atProvider = { leavesPage, onSignedIn: finish, onPending: setPending, invitation: invitation?.secret }
  if ((mode === 'closed' && !isByOperator) || (mode === 'invited' && !invitation))
    return <NoSignUp mode={mode} onSignIn={onSignIn} />
  if (provider?.only_way_in) return <OnlyProvider {...atProvider} onUsePassword={onSignIn} />
  return (
    <ActionForm
      form={form}
      submitText="Create account"
      wide
      below={
        <>
          <ProviderSignIn {...atProvider} />
          {onSignIn && (
            <p className="text-center text-ink-2">
              Already have an account?{' '}
              <Button variant="link" onClick={onSignIn}>
                Sign in
              </Button>
            </p>
          )}
        </>
      }
    >
      {mode === 'approval' && !invitation && (
        <Banner>An operator of this server approves each new account before it can be used.</Banner>
      )}
      <TextField
        {...form.field('email')}
        label="E-mail"
        type="email"
        autoComplete="email"
        readOnly={invitation !== undefined}
        autoFocus={!invitation}
      />
      <TextField
        {...form.field('username', emptyAsAbsent)}
        label="Username"
        optional
        autoComplete="username"
        autoCapitalize="none"
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...form.field('firstName', emptyAsAbsent)}
          label="First name"
          optional
          autoComplete="given-name"
        />
        <TextField
          {...form.field('lastName', emptyAsAbsent)}
          label="Last name"
          optional
          autoComplete="family-name"
        />
      </div>
      <PasswordField
        {...form.field('password')}
        label="Password"
        hint={
          <NewPasswordHint
            password={form.watch('password')}
            more="It signs you in; a master password for your values comes next."
          />
        }
        autoComplete="new-password"
        autoFocus={invitation !== undefined}
      />
      <Accepted />
    </ActionForm>
  )
}

const page = (href: string, text: string) => (
  <a href={href} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-4">
    {text}
  </a>
)

/** In a page of their own: what was typed here stays. */
const Accepted = () => (
  <p className="text-small text-ink-2">
    By creating an account you accept the {page('/terms', 'Terms of Service')} and the{' '}
    {page('/privacy', 'Privacy Policy')}.
  </p>
)

const texts = {
  closed: 'This server accepts no new accounts at the moment.',
  invited: 'New accounts need an invitation. Open the link in yours to create an account.',
} as const

/** In place of the form, while this visitor may not create an account. */
const NoSignUp = ({ mode, onSignIn }: { mode: keyof typeof texts; onSignIn: (() => void) | undefined }) => (
  <div className="grid gap-4">
    <Banner>{texts[mode]}</Banner>
    {onSignIn && (
      <p className="text-center text-ink-2">
        Already have an account?{' '}
        <Button variant="link" onClick={onSignIn} autoFocus>
          Sign in
        </Button>
      </p>
    )}
  </div>
)
