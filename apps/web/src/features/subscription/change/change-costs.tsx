import { providerNames } from '@envhold/contract/billing/payments.ts'
import { priceText } from '@envhold/contract/billing/plan-offers.ts'
import type { ReactNode } from 'react'
import { formatAmount, formatDay } from '../../../ui/text/format.ts'
import type { ChangePreview } from './use-change.ts'

interface Props {
  preview: ChangePreview
  /** What a period of the new plan costs, in dollars. */
  listPrice: number | null
}

/** What is charged, and when. */
export function ChangeCosts({ preview, listPrice }: Props) {
  const { starts, starts_at, next_amount, next_at, currency, billing_interval } = preview
  const price =
    next_amount !== null && currency !== null
      ? formatAmount(next_amount, currency)
      : listPrice !== null
        ? priceText(listPrice)
        : undefined
  const per = billing_interval === 'yearly' ? 'a year' : 'a month'
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3 pt-1">
      <Fact name="Starts">{starts === 'now' ? 'Immediately' : `On ${formatDay(starts_at)}`}</Fact>
      <Fact name="Now">
        <Due {...preview} price={price} />
      </Fact>
      {price && (
        <Fact name="Then">
          <span className="font-medium tabular-nums">{price}</span> {per}
          {next_at && starts === 'now' && <>, next on {formatDay(next_at)}</>}
          {next_at && starts === 'period_end' && <>, from {formatDay(next_at)}</>}
          <p className="text-small text-ink-3">Plus tax where it applies.</p>
        </Fact>
      )}
    </dl>
  )
}

function Due({
  starts,
  due_now,
  currency,
  provider,
  price,
}: Props['preview'] & { price: string | undefined }) {
  const name = providerNames[provider]
  if (due_now === null)
    return (
      <>
        <p>{name} charges the difference for the rest of the period.</p>
        <p className="text-small text-ink-3">
          It does not say the amount beforehand. {price && `It is never more than ${price} plus tax.`}
        </p>
      </>
    )
  if (due_now === 0 || currency === null)
    return starts === 'period_end' ? (
      <p>Nothing. You keep your plan until then.</p>
    ) : (
      <p>Nothing is charged.</p>
    )
  const amount = <span className="font-medium tabular-nums">{formatAmount(Math.abs(due_now), currency)}</span>
  return due_now > 0 ? (
    <>
      <p>
        {amount} charged by {name}
      </p>
      <p className="text-small text-ink-3">
        What is left of your current period is deducted. Tax is included.
      </p>
    </>
  ) : (
    <>
      <p>Nothing is charged, and {amount} is credited.</p>
      <p className="text-small text-ink-3">{name} deducts it from your next payments.</p>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
)
