import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

const tones = {
  info: { icon: Info, style: 'border-accent/25 bg-accent-soft', sign: 'text-accent' },
  good: { icon: CircleCheck, style: 'border-good/25 bg-good-soft', sign: 'text-good' },
  warn: { icon: TriangleAlert, style: 'border-warn/25 bg-warn-soft', sign: 'text-warn' },
  bad: { icon: TriangleAlert, style: 'border-bad/25 bg-bad-soft', sign: 'text-bad' },
} as const

interface Props {
  tone?: keyof typeof tones
  title?: ReactNode
  action?: ReactNode
  className?: string
  children?: ReactNode
}

export function Banner({ tone = 'info', title, action, className, children }: Props) {
  const { icon: Icon, style, sign } = tones[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3',
        style,
        className,
      )}
    >
      <Icon className={cn('size-4 shrink-0 self-start mt-[3px]', sign)} aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink-2">{children}</div>}
      </div>
      {action}
    </div>
  )
}
