import type { Environment } from '@envhold/contract/environments/environments.ts'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'

/** Changes that are not saved and wait behind a locked vault. */
export function ChangesRetained({ count }: { count: number }) {
  return (
    <Banner title={count === 1 ? 'Your change is kept' : `Your ${count} changes are kept`}>
      {count === 1 ? 'It was not saved yet, and is' : 'They were not saved yet, and are'} shown again once you
      unlock the vault.
    </Banner>
  )
}

interface Props {
  failed: readonly Environment[]
  error: unknown
  /** At least one environment was read. */
  anyRead: boolean
  onRetry: () => void
}

/** Environments that could not be read. */
export function ReadProblems({ failed, error, anyRead, onRetry }: Props) {
  if (failed.length === 0) return null
  if (!anyRead)
    return (
      <ErrorState title="The variables did not load" onRetry={onRetry}>
        {errorText(error)} Your stored data is safe.
      </ErrorState>
    )
  return (
    <Banner
      tone="warn"
      title={`${failed.map(({ name }) => name).join(', ')} did not load`}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Your stored data is safe. The other environments are compared without it.
    </Banner>
  )
}
