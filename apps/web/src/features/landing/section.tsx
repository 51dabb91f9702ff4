import type { ReactNode } from 'react'
import { cn } from '../../ui/class-names.ts'

interface Props {
  id?: string
  title: ReactNode
  lead?: ReactNode
  /** Text beside an illustration on wide screens. */
  beside?: boolean
  className?: string
  children: ReactNode
}

export function Section({ id, title, lead, beside, className, children }: Props) {
  return (
    <section id={id} className={cn('border-t', className)}>
      <div
        className={cn(
          'mx-auto grid max-w-content gap-x-16 gap-y-8 px-4 py-16 sm:px-6 sm:py-24',
          beside && 'lg:grid-cols-[19rem_1fr]',
        )}
      >
        <div className="grid content-start gap-2">
          <h2 className="text-title font-semibold text-balance">{title}</h2>
          {lead && <p className="max-w-xl text-pretty text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
