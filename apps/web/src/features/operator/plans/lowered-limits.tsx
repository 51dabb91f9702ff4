import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { maxReasonLength } from '@envhold/contract/operator/operator-actions.ts'
import { type AdminPlan, lowering, previewPlanChange } from '@envhold/contract/operator/plans.ts'
import { keepPreviousData } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useRead } from '../../../connection/use-read.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/forms/input.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import { limitsOfForm, type PlanForm } from './plan-fields.ts'

const isLower = (before: number, after: number) =>
  after !== unlimited && (before === unlimited || after < before)

/** Who uses more than the limits of a form allow; asked for only if one of them is lower than the plan's. */
export function useLowerLimits(plan: AdminPlan | undefined, form: PlanForm) {
  const limits = limitsOfForm(form)
  const isAnyLower =
    plan !== undefined &&
    limits !== undefined &&
    (isLower(plan.max_projects, limits.max_projects) ||
      isLower(plan.max_collaborators, limits.max_collaborators))
  const query = limits ?? { max_projects: unlimited, max_collaborators: unlimited }
  const preview = useRead(
    previewPlanChange,
    { params: { id: plan?.id ?? 0 }, query },
    { enabled: isAnyLower, placeholderData: keepPreviousData, gcTime: 0 },
  )
  const data = isAnyLower ? preview.data : undefined
  const { reason, confirm, notice_days } = form.lowering
  const isConfirmed = reason.trim() !== '' && confirm === plan?.name && /^\s*\d{1,3}\s*$/.test(notice_days)
  return {
    isAnyLower,
    isFailed: isAnyLower && preview.isError,
    data,
    lacksConfirmation: (data?.accounts_over ?? 0) > 0 && !isConfirmed,
  }
}

const affectedText = ({ accounts_over, grace_periods }: OutputOf<typeof previewPlanChange>) =>
  grace_periods === accounts_over
    ? 'each'
    : `${formatCount(grace_periods)} of them, the others being in one already or suspended`

interface Props {
  readonly plan: AdminPlan
  readonly form: UseFormReturn<PlanForm>
  readonly lower: ReturnType<typeof useLowerLimits>
}

/** Whom lower limits touch, what they lose and when, and what is asked before. */
export function LoweredLimits({ plan, form, lower: { isAnyLower, isFailed, data } }: Props) {
  if (!isAnyLower) return null
  if (isFailed) return <Banner tone="warn">The accounts that use more than this could not be counted.</Banner>
  if (!data) return <p className="text-small text-ink-3">Counting accounts that use more…</p>
  if (data.accounts_over === 0) return <Banner>No account uses more than this.</Banner>
  const over = formatCount(data.accounts_over, 'account uses', 'accounts use')
  const more = data.accounts_over - data.accounts.length
  return (
    <section className="grid gap-4" aria-label="Lower limits">
      <Banner tone="warn" title={`${over} more than this`}>
        {plan.name === freePlan
          ? `When the limits hold, a grace period of 30 days begins for ${affectedText(data)}. At its end, projects beyond the limit are archived, and people beyond it lose access.`
          : 'While they pay they keep what they have, but cannot add more.'}
      </Banner>
      <ul className="grid gap-1 rounded-md border px-3 py-2 text-small">
        {data.accounts.map(({ id, username, projects, collaborators }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 break-words">{username}</span>
            <span className="text-ink-3 tabular-nums">
              {formatCount(projects, 'project')}, {formatCount(collaborators, 'collaborator')}
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-ink-3">{`and ${formatCount(more)} more`}</li>}
      </ul>
      <Confirmation plan={plan} form={form} />
    </section>
  )
}

function Confirmation({ plan, form: { register, formState, watch } }: Pick<Props, 'plan' | 'form'>) {
  const errors = formState.errors.lowering
  const days = Number(watch('lowering.notice_days'))
  const from = new Date(Date.now() + lowering.undoMs + (Number.isFinite(days) ? days : 0) * 86_400_000)
  return (
    <>
      <TextField
        label="Days of notice"
        hint={`The limits apply from ${formatDay(from)}. For an hour you can call it off; then these accounts are mailed.`}
        inputMode="numeric"
        error={errors?.notice_days?.message}
        {...register('lowering.notice_days')}
      />
      <Field label="Reason" hint="Mailed to the owners of these accounts." error={errors?.reason?.message}>
        <Textarea rows={2} maxLength={maxReasonLength} {...register('lowering.reason')} />
      </Field>
      <TextField
        label={
          <>
            Type <span className="font-mono break-all">{plan.name}</span> to confirm
          </>
        }
        autoComplete="off"
        error={errors?.confirm?.message}
        {...register('lowering.confirm')}
      />
    </>
  )
}
