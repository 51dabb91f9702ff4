import { maxReasonLength } from '@envhold/contract/operator/operator-actions.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type ErrorTexts, errorText } from '../../../connection/api/error-text.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { useSending } from './use-sending.ts'

interface ActProps {
  /** A verb and what it is done to: 'Suspend User'. */
  readonly confirmText: string
  /** What the button says meanwhile: 'Deactivating...'. */
  readonly busyText?: string
  readonly tone?: 'danger' | 'primary'
  /** Must be typed before the button works: the user's name, say. */
  readonly typedWord?: string
  /** Asks for a reason, without which the button does not work unless it is optional. */
  readonly reason?: {
    readonly label?: string
    readonly hint?: ReactNode
    readonly optional?: boolean
  }
  /** Something else is missing. */
  readonly disabled?: boolean
  /** Something was typed into `children`. */
  readonly isDirty?: boolean
  /** Words for failures. */
  readonly errors?: ErrorTexts
  /** The dialog is busy until this ends, and closes unless it is rejected: then it says why. */
  readonly onConfirm: (reason: string) => Promise<unknown>
  /** What will be touched, or more fields. */
  readonly children?: ReactNode
}

interface Props extends ActProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
}

/** Asks before an operator acts: for a reason, and for a typed word if the act cannot be undone. */
export const TypedConfirmDialog = ({ open, ...props }: Props) => open && <OpenConfirmDialog {...props} />

/** Mounted when it opens, so that reopening clears what was typed. */
function OpenConfirmDialog({ onOpenChange, title, description, children, ...act }: Omit<Props, 'open'>) {
  const { confirmText, busyText, tone = 'danger', disabled, isDirty = false } = act
  const onClose = () => onOpenChange(false)
  const { confirm, busy, isComplete, hasReason, fields } = useConfirmation({ ...act, onClose })
  // What is being sent cannot be lost by closing: the dialog stays open until it ends.
  const close = useUnsaved((hasReason || isDirty) && !busy)
  return (
    <Dialog onClose={() => close(onClose)} role="alertdialog" title={title} description={description}>
      <form onSubmit={confirm} className="grid gap-5">
        {children}
        {fields}
        <DialogActions busy={busy}>
          <Button variant="secondary" disabled={busy} onClick={() => close(onClose)}>
            Cancel
          </Button>
          <Button type="submit" variant={tone} busy={busy} disabled={disabled || !isComplete}>
            {busy && busyText ? busyText : confirmText}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type Confirmation = Pick<ActProps, 'typedWord' | 'reason' | 'errors' | 'onConfirm'> & {
  readonly onClose: () => void
}

/** The fields of a form that confirms an act, and what sends it. */
export function useConfirmation({ typedWord, reason, errors, onConfirm, onClose }: Confirmation) {
  const [typed, setTyped] = useState('')
  const [why, setWhy] = useState('')
  const { send, busy, failure } = useSending((error) => errorText(error, errors))
  const lacksReason = reason !== undefined && !reason.optional && why.trim() === ''
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    return send(async () => {
      await onConfirm(why.trim())
      onClose()
    })
  }
  const fields = (
    <>
      {reason && (
        <Field
          label={reason.label ?? 'Reason'}
          hint={reason.hint ?? 'Shown to the user.'}
          optional={reason.optional ?? false}
        >
          <Textarea
            value={why}
            maxLength={maxReasonLength}
            autoFocus
            onChange={(event) => setWhy(event.target.value)}
          />
        </Field>
      )}
      {typedWord !== undefined && (
        <Field
          label={
            <>
              Type <span className="font-mono break-all">{typedWord}</span> to confirm
            </>
          }
        >
          <Input
            value={typed}
            autoComplete="off"
            autoFocus={!reason}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {failure && <Banner tone="bad">{failure}</Banner>}
    </>
  )
  const isComplete = !lacksReason && (typedWord ?? typed) === typed
  return { confirm, busy, isComplete, hasReason: why.trim() !== '', fields }
}
