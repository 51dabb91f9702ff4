import { Eye, EyeOff } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { cn } from '../class-names.ts'
import { Input } from './input.tsx'
import { notFilled } from './not-filled.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** Password managers neither fill nor save it. */
  unfilled?: boolean
}

export function PasswordInput({ className, unfilled, ...rest }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cn('pr-10', className)}
        {...(unfilled && notFilled)}
        {...rest}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-ink-3 hover:text-ink [&_svg]:size-4"
      >
        {shown ? <EyeOff /> : <Eye />}
      </button>
    </span>
  )
}
