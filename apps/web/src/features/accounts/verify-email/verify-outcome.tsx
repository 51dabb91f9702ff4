import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'

const tones = { good: 'bg-good-soft text-good', warn: 'bg-warn-soft text-warn' } as const

interface Props {
  icon: LucideIcon
  tone: keyof typeof tones
  title: string
  children: ReactNode
  action: ReactNode
}

export function VerifyOutcome({ icon: Icon, tone, title, children, action }: Props) {
  return (
    <>
      <span className={cn('grid size-10 place-items-center rounded-full', tones[tone])}>
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <h1 className="text-title font-semibold text-balance">{title}</h1>
      <p className="max-w-sm text-balance text-ink-2">{children}</p>
      {action}
    </>
  )
}
