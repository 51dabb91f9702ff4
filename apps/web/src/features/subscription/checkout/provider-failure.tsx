import { ApiError } from '@envhold/client/api-error.ts'
import { type ProviderId, providerNames } from '@envhold/contract/billing/payments.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { checkoutFailed } from '../billing-queries.ts'
import { Failure, failureReason } from '../failure.tsx'
import type { useCheckout } from './provider-page.ts'

interface Props {
  checkout: ReturnType<typeof useCheckout>
  /** The provider that was shown as chosen. */
  expected: ProviderId | undefined
  providers: readonly ProviderId[]
}

/** That a provider takes no payments at the moment, and the others to choose from. Nothing was charged. */
export function ProviderFailure({ checkout, expected, providers }: Props) {
  const { error, replaced, choice, start, goTo, isBusy } = checkout
  if (replaced && expected)
    return (
      <Banner
        tone="warn"
        title={`${providerNames[expected]} does not take payments at the moment`}
        action={
          <SmallButton
            text={`Continue with ${providerNames[replaced.provider]}`}
            busy={isBusy}
            onClick={() => goTo(replaced.url)}
          />
        }
      >
        Nothing was charged. You can pay with {providerNames[replaced.provider]} instead, or try again later.
      </Banner>
    )
  if (!error) return null
  const tried = choice?.provider ?? expected
  const others = providers.filter((id) => id !== tried)
  const isUnavailable = error instanceof ApiError && error.code === 'UNAVAILABLE'
  if (!isUnavailable || !choice || others.length === 0)
    return <Failure title={checkoutFailed} error={error} />
  return (
    <Banner
      tone="bad"
      title={checkoutFailed}
      action={
        <span className="flex flex-wrap gap-2">
          {others.map((provider) => (
            <SmallButton
              key={provider}
              text={`Pay with ${providerNames[provider]}`}
              disabled={isBusy}
              onClick={() => start({ ...choice, provider, expected: provider })}
            />
          ))}
        </span>
      }
    >
      {failureReason(error)}
    </Banner>
  )
}
