import { type ReactNode, useEffect, useMemo } from 'react'
import { cn } from '../class-names.ts'

const sizes = { sm: 'size-4 border-2', md: 'size-6 border-2', lg: 'size-9 border-3' } as const

export const Spinner = ({ size = 'md', className }: { size?: keyof typeof sizes; className?: string }) => (
  <span
    aria-hidden="true"
    className={cn(
      'inline-block shrink-0 animate-spin rounded-full border-current border-r-transparent',
      sizes[size],
      className,
    )}
  />
)

/** What a small part of a page waits for. */
export const LoadingText = ({ children }: { children: string }) => (
  <p role="status" className="flex items-center gap-3 text-ink-2">
    <Spinner size="sm" className="text-accent" />
    {children}
  </p>
)

/** Shows only when what it waits for takes longer than 150 ms. */
export const FullScreenLoader = ({
  message = 'Loading your secure environment...',
}: {
  message?: string
}) => (
  <div
    role="status"
    className="grid min-h-dvh animate-late place-content-center justify-items-center gap-4 text-ink-2"
  >
    <Spinner size="lg" className="text-accent" />
    <p>{message}</p>
  </div>
)

/** The shape of loading content; it shows only after 150 ms. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('block animate-late', className)}>
    <span className="block size-full min-h-3 animate-pulse rounded-sm bg-line" />
  </span>
)

interface SkeletonRowsProps {
  /** How many there are. The shape is one row at least, and as many as a screen holds at most. */
  rows: number
  /** Of each row. */
  row?: string
  className?: string
  /** The bars of a row. */
  children: ReactNode
}

/** Loading rows in their final shape; they show only after 150 ms. */
export const SkeletonRows = ({ rows, row, className, children }: SkeletonRowsProps) => (
  <div aria-hidden="true" className={cn('animate-late', className)}>
    {Array.from({ length: Math.min(20, Math.max(1, rows)) }, (_, place) => `row ${place}`).map((place) => (
      <div key={place} className={row}>
        {children}
      </div>
    ))}
  </div>
)

/** The counts of the lists that this tab has shown: numbers, and nothing of what they list. */
const lastCountsKey = 'last-counts'

function readCounts(): Partial<Record<string, number>> {
  try {
    return JSON.parse(sessionStorage.getItem(lastCountsKey) ?? '{}')
  } catch {
    return {}
  }
}

/** For the next account that signs in here. */
export const clearLastCounts = (): void => sessionStorage.removeItem(lastCountsKey)

/**
 * How many rows a list had when this tab showed it last, for its skeleton.
 * @param count how many it shows now, which is kept; undefined while it loads
 * @param usual for a list that did not show yet
 */
export function useLastCount(list: string, count: number | undefined, usual: number): number {
  const last = useMemo(() => readCounts()[list], [list])
  useEffect(() => {
    if (count !== undefined)
      sessionStorage.setItem(lastCountsKey, JSON.stringify({ ...readCounts(), [list]: count }))
  }, [list, count])
  return last ?? usual
}

interface Props {
  value: number
  max: number
  /** The accessible name. */
  label: string
  className?: string
}

export const ProgressBar = ({ value, max, label, className }: Props) => (
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
