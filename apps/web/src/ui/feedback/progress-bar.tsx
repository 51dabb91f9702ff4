import { cn } from '../class-names.ts'

interface Props {
  value: number
  max: number
  /** The accessible name. */
  label: string
  className?: string
}

export function ProgressBar({ value, max, label, className }: Props) {
  return (
    <progress
      value={value}
      max={max}
      aria-label={label}
      className={cn(
        'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent-fill [&::-webkit-progress-value]:transition-[width]',
        className,
      )}
    />
  )
}
