import type { z } from 'zod'
import { AppError } from '../app-error.ts'

const detailsKept = 100

/** Validates one part of a call. An error names the field and the reason, never the value that was sent. */
export function parse(schema: z.ZodType, given: unknown, part: string): unknown {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.slice(0, detailsKept).map(({ path, message }) => ({
    path: (path.map(String).join('.') || part).slice(0, 300),
    message: message.slice(0, 500),
  }))
  throw new AppError('VALIDATION_FAILED', { details })
}
