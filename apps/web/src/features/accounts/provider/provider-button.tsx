import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { useProviderWindow } from './use-provider-window.ts'

interface Props extends Pick<ReturnType<typeof useProviderWindow>, 'ask' | 'error'> {
  label: string
  isWaiting: boolean
  cancel?: (() => void) | undefined
  variant?: 'primary' | 'secondary'
}

/** Leads to the provider, and says what the page waits for. */
export function ProviderButton({ label, ask, cancel, isWaiting, error, variant = 'secondary' }: Props) {
  return (
    <div className="grid gap-3">
      {error && <Banner tone="bad">{error}</Banner>}
      <Button variant={variant} className="w-full min-w-0" busy={isWaiting} onClick={ask}>
        <span className="truncate">{isWaiting ? `Waiting for ${label}…` : `Continue with ${label}`}</span>
      </Button>
      {isWaiting && cancel && (
        <p className="text-center text-small text-ink-2">
          Sign in in the window that opened.{' '}
          <Button variant="link" size="sm" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
    </div>
  )
}
