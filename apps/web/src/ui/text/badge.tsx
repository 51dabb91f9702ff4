import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

const tones = {
  neutral: 'bg-hover text-ink-2',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
} as const

export type BadgeTone = keyof typeof tones

export const Badge = ({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) => (
  <span
    className={cn(
      'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-small font-medium whitespace-nowrap [&_svg]:size-3.5',
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
)

/** An HTTP status in its color. */
export const StatusBadge = ({ status }: { status: number }) => (
  <Badge tone={statusTone(status)} className="tabular-nums">
    {status}
  </Badge>
)

/** The color of an HTTP status: success, redirect or error. */
export const statusTone = (status: number) => (status < 300 ? 'good' : status < 400 ? 'warn' : 'bad')
