import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { errorText } from '../../connection/api/error-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'

/** What failed, in a fixed sentence; the server's own reason follows where it has one. */
export const Failure = ({ title, error }: { title: string; error: Error }) => (
  <Banner tone="bad" title={title}>
    {failureReason(error)}
  </Banner>
)

/** What the server says of a failure beside the fixed sentence about it; undefined where that would add nothing. */
export function failureReason(error: unknown): string | undefined {
  if (error instanceof ApiError && error.code !== 'INTERNAL') return errorText(error)
  return error instanceof UnreachableError ? error.message : undefined
}
