import { OutboundError } from './outbound-error.ts'

const maxDepth = 4

/** The error of our own `fetch` that an error of a client library wraps: as its cause, or, in stripe's, its detail. */
export function findOutboundError(error: unknown, depth = 0): OutboundError | undefined {
  if (error instanceof OutboundError) return error
  if (!(error instanceof Error) || depth === maxDepth) return undefined
  const detail = 'detail' in error ? error.detail : undefined
  return findOutboundError(error.cause, depth + 1) ?? findOutboundError(detail, depth + 1)
}
