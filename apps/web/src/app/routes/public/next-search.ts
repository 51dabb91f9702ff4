import { safeNext } from '../../paths.ts'

type NextSearch = { next?: string }

/** Parses the path to open after signing in. */
export const nextSearch = ({ next }: Record<string, unknown>): NextSearch => {
  const safe = safeNext(next)
  return safe ? { next: safe } : {}
}
