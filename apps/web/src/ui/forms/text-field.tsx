import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cn } from '../class-names.ts'
import { Field } from './field.tsx'
import { asTyped, Input } from './input.tsx'

type Labelled = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'hint' | 'optional'>

/** An input with its label, error and hint. */
export const TextField = ({ label, error, hint, optional, ...input }: Labelled & ComponentProps<'input'>) => (
  <Field label={label} error={error} hint={hint} optional={optional}>
    <Input {...input} />
  </Field>
)

export const PasswordField = ({
  label,
  error,
  hint,
  optional,
  ...input
}: Labelled & ComponentProps<typeof PasswordInput>) => (
  <Field label={label} error={error} hint={hint} optional={optional}>
    <PasswordInput {...input} />
  </Field>
)

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** Password managers neither fill nor save it. */
  unfilled?: boolean
}

export function PasswordInput({ className, unfilled, ...rest }: Props) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <span className="relative block">
      <Input
        type={isVisible ? 'text' : 'password'}
        {...asTyped}
        className={cn('pr-10', className)}
        {...(unfilled && notFilled)}
        {...rest}
      />
      <button
        type="button"
        aria-label={isVisible ? 'Hide what is typed' : 'Show what is typed'}
        aria-pressed={isVisible}
        onClick={() => setIsVisible(!isVisible)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-ink-3 hover:text-ink [&_svg]:size-4"
      >
        {isVisible ? <EyeOff /> : <Eye />}
      </button>
    </span>
  )
}

/**
 * Props of a field that password managers must neither fill nor save: a master password, which is not the password of
 * the account, and secrets that belong to somebody else. Browsers and managers each have a mark of their own
 * (1Password, LastPass, Bitwarden, Dashlane).
 */
export const notFilled = {
  autoComplete: 'off',
  'data-1p-ignore': 'true',
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
} as const
