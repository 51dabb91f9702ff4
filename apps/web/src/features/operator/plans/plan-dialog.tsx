import { providerNames } from '@envhold/contract/billing/payments.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import {
  type AdminPlan,
  createPlan,
  previewPlanChange,
  updatePlan,
} from '@envhold/contract/operator/plans.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { formOf, limitsOfForm, type PlanForm, planForm, planOfForm, pricesOfForm } from './plan-fields.ts'
import { PlanFormFields } from './plan-form-fields.tsx'

interface Props {
  /** The plan to edit; none to create one. */
  readonly plan: AdminPlan | undefined
  readonly onSaved: () => unknown
  readonly onClose: () => void
}

export function PlanDialog({ plan, onSaved, onClose }: Props) {
  const api = useApi()
  const form = useActionForm({
    schema: planForm,
    mode: 'onChange',
    initial: formOf(plan),
    errors: { fallback: 'Failed to save the plan' },
    onSubmit: async (filled) => {
      const body = planOfForm(filled)
      if (plan) {
        const { grace_periods } = await api.call(updatePlan, { params: { id: plan.id }, body })
        if (grace_periods > 0)
          toast.info(`Plan updated. The grace period of ${formatCount(grace_periods, 'account')} begins.`)
      } else await api.call(createPlan, { body })
      await onSaved()
      onClose()
    },
  })
  const typed = { ...formOf(plan), ...useWatch({ control: form.control }) }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={plan ? `Edit ${plan.display_name}` : 'Create Plan'}
    >
      <ActionForm
        form={form}
        submitText={plan ? 'Save Plan' : 'Create Plan'}
        beside={plan && <AffectedAccounts plan={plan} form={typed} />}
        onCancel={onClose}
      >
        <PlanFormFields form={form} isNew={!plan} />
        {plan && <LimitImpact plan={plan} form={typed} />}
        {plan && <PriceImpact plan={plan} form={typed} />}
      </ActionForm>
    </Dialog>
  )
}

interface LimitImpactProps {
  readonly plan: AdminPlan
  readonly form: Pick<PlanForm, 'max_projects' | 'max_collaborators' | 'price_monthly' | 'price_yearly'>
}

type Limits = NonNullable<ReturnType<typeof limitsOfForm>>

/** How many accounts use more than lower limits allow. */
const usePlanImpact = ({ id }: AdminPlan, query: Limits) =>
  useRead(previewPlanChange, { params: { id }, query }, { placeholderData: keepPreviousData, gcTime: 0 })

const accountsUse = (count: number) => formatCount(count, 'account uses', 'accounts use')

const isLower = (before: number, after: number) =>
  after !== unlimited && (before === unlimited || after < before)

/** The limits of the form, if one of them is lower than the plan's. */
function lowerLimitsOf({ plan, form }: LimitImpactProps): Limits | undefined {
  const limits = limitsOfForm(form)
  const isAnyLower =
    limits &&
    (isLower(plan.max_projects, limits.max_projects) ||
      isLower(plan.max_collaborators, limits.max_collaborators))
  return isAnyLower ? limits : undefined
}

/** Who uses more than lower limits allow. */
function LimitImpact(props: LimitImpactProps) {
  const limits = lowerLimitsOf(props)
  return limits && <LowerLimits plan={props.plan} limits={limits} />
}

/** The same in short, beside the buttons: the rest may be scrolled away. */
function AffectedAccounts(props: LimitImpactProps) {
  const limits = lowerLimitsOf(props)
  return limits && <Affected plan={props.plan} limits={limits} />
}

function Affected({ plan, limits }: { plan: AdminPlan; limits: Limits }) {
  const { data } = usePlanImpact(plan, limits)
  if (!data?.accounts_over) return null
  const count = formatCount(data.accounts_over)
  return (
    <p className="text-small text-warn sm:mr-auto">{`Affects ${count} ${count === '1' ? 'account' : 'accounts'}`}</p>
  )
}

/** What another price means for those who pay already. */
function PriceImpact({ plan, form }: LimitImpactProps) {
  const after = pricesOfForm(form)
  const changes = after.price_monthly !== plan.price_monthly || after.price_yearly !== plan.price_yearly
  return changes && <ChangedPrice plan={plan} />
}

function LowerLimits({ plan, limits }: { plan: AdminPlan; limits: Limits }) {
  const { data, error } = usePlanImpact(plan, limits)
  if (error) return <Banner tone="warn">The accounts that use more than this could not be counted.</Banner>
  if (!data) return <p className="text-small text-ink-3">Counting accounts that use more…</p>
  if (data.accounts_over === 0) return <Banner>No account uses more than this.</Banner>
  return (
    <Banner tone="warn" title={`${accountsUse(data.accounts_over)} more than this`}>
      {plan.price_monthly === 0
        ? `Saving begins the grace period of ${formatCount(data.grace_periods)}: after 30 days, what is over the limit is archived. The others are in one already, or suspended.`
        : 'While they pay they keep what they have, but cannot add more.'}
    </Banner>
  )
}

function ChangedPrice({ plan }: { plan: AdminPlan }) {
  const providers = [...new Set(plan.prices.map(({ provider }) => providerNames[provider]))]
  return (
    <Banner title="Existing subscriptions keep their price">
      {providers.length === 0
        ? 'The new price applies to new subscriptions only.'
        : `Customers are charged the price at ${providers.join(', ')}: create the new one there, and enter its id under Provider prices.`}
    </Banner>
  )
}
