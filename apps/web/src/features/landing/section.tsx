import type { ReactNode } from 'react'
import { cn } from '../../ui/class-names.ts'

interface Props {
  id?: string
  title: ReactNode
  lead?: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ id, title, lead, className, children }: Props) {
  return (
    <section id={id} className={cn('border-t', className)}>
      <div className="mx-auto grid max-w-content gap-8 px-4 py-16 sm:px-6 sm:py-20">
        <div className="grid gap-2">
          <h2 className="text-title font-semibold text-balance">{title}</h2>
          {lead && <p className="max-w-2xl text-pretty text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
