import { ApiError } from '@envhold/client/api-error.ts'
import {
  changeMasterPassword,
  recoverMasterPassword,
  setUpMasterPassword,
} from '@envhold/contract/keyring/keyring.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useDeferredValue, useMemo } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import type { Connection } from '../../connection/connection.ts'
import { useAccount } from '../../connection/session/use-session-state.ts'
import { replaceSecret } from '../../connection/vault/replace-secret.ts'
import { cn } from '../../ui/class-names.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { PasswordField } from '../../ui/forms/text-field.tsx'
import { ConfirmSamePassword } from '../accounts/confirm-same-password.tsx'
import { masterPasswordStatusQuery } from './master-password-status.ts'
import type { Strength } from './strength.ts'

interface Props {
  form: ComponentProps<typeof ConfirmSamePassword>['form']
  field: UseFormRegisterReturn
  value: string
  error: string | undefined
  autoFocus?: boolean
  readOnly?: boolean
}

/** The field of a first master password, with its strength. */
export const FirstMasterPassword = ({ form, field, value, error, ...input }: Props) => (
  <>
    <PasswordField
      {...field}
      {...input}
      label="Master password"
      hint="Not the password you sign in with. We cannot reset it; a recovery key comes next."
      error={error}
      unfilled
    />
    <MasterPasswordStrength value={value} />
    <ConfirmSamePassword form={form} password={value} />
  </>
)

type Name = 'newMasterPassword' | 'confirmation'

interface NewMasterPasswordFieldsProps {
  form: ComponentProps<typeof ConfirmSamePassword>['form'] & {
    readonly field: (name: Name) => Omit<ComponentProps<typeof PasswordField>, 'label'>
    readonly watch: (name: 'newMasterPassword') => string
  }
}

/** A new master password with its strength, typed twice. */
export const NewMasterPasswordFields = ({ form }: NewMasterPasswordFieldsProps) => (
  <>
    <PasswordField
      {...form.field('newMasterPassword')}
      label="New master password"
      hint="At least 8 characters."
      unfilled
    />
    <MasterPasswordStrength value={form.watch('newMasterPassword')} />
    <PasswordField {...form.field('confirmation')} label="Confirm new master password" unfilled />
    <ConfirmSamePassword form={form} password={form.watch('newMasterPassword')} />
  </>
)

/** The estimator has large word lists, so it loads when the first character is typed. */
const estimatorQuery = {
  queryKey: ['strength-estimator'],
  queryFn: () => import('./strength.ts'),
  staleTime: Number.POSITIVE_INFINITY,
}

const inWords = ({ score, guessedIn, warning }: Strength) => {
  const time = guessedIn.startsWith('less') ? guessedIn : `about ${guessedIn}`
  if (score >= 3) return 'Strong enough: guessing it would cost more than it is worth.'
  return `${warning ? `${warning}. ` : ''}Somebody who stole a copy of this server could guess it in ${time} and read every value you store. A few unrelated words are stronger and easier to remember.`.replace(
    '..',
    '.',
  )
}

/** Shows a master password's strength and the risk of a weak one. */
function MasterPasswordStrength({ value }: { value: string }) {
  const account = useAccount()
  const { data: estimator } = useQuery({ ...estimatorQuery, enabled: value !== '' })
  const deferredValue = useDeferredValue(value)
  const strength = useMemo(() => {
    const known = [account?.username, account?.email, account?.firstName, account?.lastName]
    return estimator && deferredValue
      ? estimator.estimateStrength(
          deferredValue,
          known.filter((word) => typeof word === 'string'),
        )
      : null
  }, [estimator, deferredValue, account])
  if (value === '') return null
  return <StrengthMeter score={strength?.score ?? null}>{strength && inWords(strength)}</StrengthMeter>
}

const confirmation = z.string().min(1, 'Please confirm your new master password')
const isRepeated = (fields: { newMasterPassword: string; confirmation: string }) =>
  fields.newMasterPassword === fields.confirmation
const unequal = { path: ['confirmation'], message: "Master passwords don't match" }

const tooShort = 'New master password must be at least 8 characters'
/** An empty password is reported as too short. */
const newMasterPassword = z.string().min(8, tooShort).pipe(changeMasterPassword.body.shape.newMasterPassword)

/** The forms' schema: the call's fields and the repeated new master password. */
export const changeForm = changeMasterPassword.body
  .required({ leaked: true })
  .extend({ newMasterPassword, confirmation })
  .refine(isRepeated, unequal)
export const recoverForm = recoverMasterPassword.body
  .extend({ newMasterPassword, confirmation })
  .refine(isRepeated, unequal)

const names = ['Very weak', 'Weak', 'Fair', 'Strong', 'Very strong'] as const
const tones = ['bg-bad', 'bg-bad', 'bg-warn', 'bg-good', 'bg-good'] as const
const steps = [1, 2, 3, 4] as const

/**
 * Four bars and a word for a strength from 0 to 4, or null while it is unknown. Its place is there from the start: a
 * button below that moved would miss the click on it.
 */
export const StrengthMeter = ({
  score,
  children,
}: {
  score: Strength['score'] | null
  children?: ReactNode
}) => (
  <div className="grid gap-1.5" role="status">
    <div className="flex items-center gap-3">
      <div className="grid flex-1 grid-cols-4 gap-1" aria-hidden="true">
        {steps.map((step) => (
          <span
            key={step}
            className={cn(
              'h-1 rounded-full transition-colors',
              score !== null && step <= Math.max(score, 1) ? tones[score] : 'bg-line',
            )}
          />
        ))}
      </div>
      <span className="w-20 text-right text-small text-ink-2">{score !== null && names[score]}</span>
    </div>
    {children !== undefined && <p className="min-h-[2lh] text-small text-ink-2">{children}</p>}
  </div>
)

/**
 * Sets the first master password and opens the vault with it.
 * @returns the recovery key, which is shown once
 */
export async function setUpVault(
  { api, vault }: Pick<Connection, 'api' | 'vault'>,
  body: z.infer<typeof setUpMasterPassword.body>,
): Promise<string> {
  const { recoveryKey } = await api.call(setUpMasterPassword, { body })
  vault.hold(body.masterPassword)
  toast.success('Master password set successfully!')
  return recoveryKey
}

/** Changes the master password by a call, and opens the vault with the new one: also if only the answer was lost. */
export async function holdNew<T>(
  connection: Pick<Connection, 'session' | 'vault'>,
  masterPassword: string,
  change: () => Promise<T>,
): Promise<T> {
  const answer = await change().catch((error: unknown) => {
    if (isAlreadyCreated(error)) replaceSecret(connection, masterPassword)
    throw error
  })
  replaceSecret(connection, masterPassword)
  return answer
}

const isAlreadyCreated = (error: unknown) => error instanceof ApiError && error.code === 'ALREADY_CREATED'

/** It was set in another window, or by an attempt whose response was lost: from now on the page asks for it. */
export const isAlreadySet = (error: unknown) =>
  isAlreadyCreated(error) || (error instanceof ApiError && error.code === 'CONFLICT')

/** The page may ask for the master password now. */
export const markAsSet = ({ api, queries }: Pick<Connection, 'api' | 'queries'>) =>
  void queries.setQueryData(masterPasswordStatusQuery(api).queryKey, { hasMasterPassword: true })
