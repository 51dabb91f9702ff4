import { Mark } from './mark.tsx'

/** `isShort`: the smallest screens see only the mark, where more stands beside it. */
export function Logo({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      <Mark className="size-5 text-accent" />
      <span className={isShort ? 'max-[24rem]:sr-only' : undefined}>Envhold</span>
    </span>
  )
}
