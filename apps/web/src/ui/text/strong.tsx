import type { ReactNode } from 'react'

/** A name or an address in a sentence. */
export const Strong = ({ children }: { children: ReactNode }) => (
  <span className="font-medium wrap-anywhere text-ink">{children}</span>
)
