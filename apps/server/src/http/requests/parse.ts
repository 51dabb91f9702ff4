import type { z } from 'zod'
import { AppError } from '../../app-error.ts'

const detailsKept = 100

/** Validates one part of a call. An error names the field and the reason, never the value that was sent. */
export function parse(schema: z.ZodType, input: unknown, part: string): unknown {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.slice(0, detailsKept).map(({ path, message }) => ({
    path: (path.map(String).join('.') || part).slice(0, 300),
    message: message.slice(0, 500),
  }))
  throw new AppError('VALIDATION_FAILED', { details })
}

/**
 * Validates the texts of a path or query. A number has one spelling, the decimal one: `07`, `7.0`, `+7` and `0x7` would
 * name the same thing to us, and another one to a proxy, a log or a cache.
 */
export function parseTexts(
  schema: z.ZodType,
  texts: Readonly<Record<string, string>>,
  part: string,
): unknown {
  const parsed = parse(schema, texts, part) as Readonly<Record<string, unknown>>
  const odd = Object.keys(texts).filter(
    (name) => typeof parsed[name] === 'number' && String(parsed[name]) !== texts[name],
  )
  if (odd.length === 0) return parsed
  const details = odd.map((path) => ({ path, message: 'Must be a decimal number without other characters' }))
  throw new AppError('VALIDATION_FAILED', { details })
}
