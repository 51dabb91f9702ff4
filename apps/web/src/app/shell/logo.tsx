/** `isShort`: the smallest screens see only the mark, where more stands beside it. */
export function Logo({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      <Mark className="size-5 text-accent" />
      <span className={isShort ? 'max-[24rem]:sr-only' : undefined}>Envhold</span>
    </span>
  )
}

/** The mark: a closed hatch with its latch, one path, in the color of the text around it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className={className}>
      <path
        fillRule="evenodd"
        d="M4 1h8a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3Zm.2 1.6A1.6 1.6 0 0 0 2.6 4.2v2.9h3.1a2.45 2.45 0 0 1 4.6 0h3.1V4.2a1.6 1.6 0 0 0-1.6-1.6ZM2.6 8.7v3.1a1.6 1.6 0 0 0 1.6 1.6h7.6a1.6 1.6 0 0 0 1.6-1.6V8.7h-3.1a2.45 2.45 0 0 1-4.6 0Z"
      />
    </svg>
  )
}
