import { z } from 'zod'

/** The origin of a URL that is nothing else: without a path, a query and a user. */
export const originOf = (url: string): string | undefined => {
  const parsed = URL.parse(url)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return undefined
  const plain =
    parsed.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username && !parsed.password
  return plain ? parsed.origin : undefined
}

export const numberBetween = (min: number, max: number) => {
  const message = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, { message, abort: true })
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)
}
