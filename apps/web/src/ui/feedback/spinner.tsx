import { cn } from '../class-names.ts'

const sizes = { sm: 'size-4 border-2', md: 'size-6 border-2', lg: 'size-9 border-3' } as const

export function Spinner({ size = 'md', className }: { size?: keyof typeof sizes; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block shrink-0 animate-spin rounded-full border-current border-r-transparent',
        sizes[size],
        className,
      )}
    />
  )
}
