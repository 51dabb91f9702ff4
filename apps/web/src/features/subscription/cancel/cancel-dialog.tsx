import {
  type CancelReason,
  cancelReasons,
  providerNames,
  type SubscriptionStatus,
} from '@envhold/contract/billing/payments.ts'
import {
  cancelSubscription,
  type GrantedPlan,
  type Subscription,
} from '@envhold/contract/billing/subscription.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ChoiceCards } from '../../../ui/forms/choices.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/forms/input.tsx'
import { cancelFailed, grantedAfterQuery, remainingQuery } from '../billing-queries.ts'
import { usePlanChanged } from '../checkout/await-activation.ts'
import { Failure } from '../failure.tsx'
import { WhatFollows } from './what-follows.tsx'

interface Props {
  subscription: Subscription
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CancelDialog({ subscription, open, onOpenChange }: Props) {
  const [comment, setComment] = useState('')
  const { data: remaining } = useQuery(remainingQuery(useApi(), subscription))
  const { data: granted } = useQuery(grantedAfterQuery(useApi(), subscription))
  const close = useUnsaved(open && comment !== '')
  const onClose = () => {
    setComment('')
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close(onClose)}
      size="lg"
      title="Cancel subscription"
      description={describeEnd(subscription, remaining, granted)}
    >
      <CancelForm
        subscription={subscription}
        isLast={!remaining && !granted}
        comment={comment}
        onComment={setComment}
        onKeep={() => close(onClose)}
        onCanceled={onClose}
      />
    </Dialog>
  )
}

/** Where nothing is left that is paid for. */
const endings: Partial<Record<SubscriptionStatus, string>> = {
  past_due: 'The last payment failed, so the subscription ends now',
  paused: 'The subscription is paused, so it ends now',
}

/** In general terms, or what continues where something else is paid for or was given. */
function describeEnd(
  { status }: Subscription,
  remaining: Subscription | null | undefined,
  granted: GrantedPlan | null | undefined,
): string {
  const end = endings[status] ?? 'The subscription stays active to the period end'
  if (remaining)
    return `${end}. Your other subscription, ${remaining.plan_display_name} through ${providerNames[remaining.provider]}, continues and is charged until you cancel it too.`
  if (granted) return `${end}. Your account keeps the ${granted.plan_display_name} plan that it was given.`
  return `${end}, then downgrades to the starter plan. Excess projects are archived with a 30-day grace period to restore or upgrade, after which they are permanently deleted. Excess collaborators lose access.`
}

const maxCommentLength = 500

/** It appears below what is in sight. */
const showWhole = (field: HTMLTextAreaElement | null) => field?.scrollIntoView({ block: 'center' })

interface FormProps {
  subscription: Subscription
  /** Nothing else is paid for or was given: the account moves to the free plan. */
  isLast: boolean
  comment: string
  onComment: (comment: string) => void
  onKeep: () => void
  onCanceled: () => void
}

/** Mounted with the dialog, so that a reason is gone when it opens again. */
function CancelForm({ subscription, isLast, comment, onComment, onKeep, onCanceled }: FormProps) {
  const [reason, setReason] = useState<CancelReason>('user_requested')
  const { cancel, isCanceling, error } = useCancel(subscription.id, onCanceled)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReasonGiven(reason, comment)) cancel({ reason, comment })
  }
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isLast && <WhatFollows planName={subscription.plan_display_name} />}
      <div className="grid gap-2">
        <h3 className="font-medium">Why are you canceling?</h3>
        <ChoiceCards label="Reason" options={reasonOptions} value={reason} onValueChange={setReason} />
      </div>
      {reason === 'other' && (
        <Field label="What is the reason?" hint="Required. It may be shared with the payment provider.">
          <Textarea
            ref={showWhole}
            value={comment}
            onChange={(event) => onComment(event.target.value)}
            maxLength={maxCommentLength}
            required
          />
        </Field>
      )}
      {error && <Failure title={cancelFailed} error={error} />}
      <DialogActions busy={isCanceling}>
        <Button variant="secondary" disabled={isCanceling} onClick={onKeep}>
          Keep subscription
        </Button>
        <Button type="submit" variant="danger" busy={isCanceling} disabled={!isReasonGiven(reason, comment)}>
          Cancel subscription
        </Button>
      </DialogActions>
    </form>
  )
}

interface Reason {
  readonly reason: CancelReason
  readonly comment: string
}

/** Cancels a subscription at the end of what is paid for. */
function useCancel(subscriptionId: number, onDone: () => void) {
  const api = useApi()
  const planChanged = usePlanChanged()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ reason, comment }: Reason) => {
      const body = { subscriptionId, reason, ...(reason === 'other' && { comment: comment.trim() }) }
      return await api.call(cancelSubscription, { body })
    },
    onSuccess: async ({ message, subscription }) => {
      toast.success(message)
      onDone()
      await planChanged(subscription)
    },
  })
  return { cancel: mutate, isCanceling: isPending, error }
}

const labels: Record<CancelReason, string> = {
  user_requested: 'I no longer need it',
  too_expensive: 'It is too expensive',
  missing_features: 'It lacks features I need',
  poor_experience: 'I had a poor experience',
  switching_provider: 'I am switching to another provider',
  temporary_pause: 'I only need a break',
  other: 'Another reason',
}

export const reasonOptions = cancelReasons.map((value) => ({ value, title: labels[value] }))

/** Whether the form can be sent: another reason has to be said. */
export const isReasonGiven = (reason: CancelReason, comment: string) =>
  reason !== 'other' || comment.trim() !== ''
