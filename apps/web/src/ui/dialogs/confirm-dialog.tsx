import { Info, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { cn } from '../class-names.ts'
import { Field } from '../forms/field.tsx'
import { Input } from '../forms/input.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

const tones = {
  danger: { icon: TriangleAlert, ground: 'bg-bad-soft text-bad', button: 'danger' },
  warning: { icon: TriangleAlert, ground: 'bg-warn-soft text-warn', button: 'primary' },
  info: { icon: Info, ground: 'bg-accent-soft text-accent', button: 'primary' },
} as const

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  tone?: keyof typeof tones
  /** In place of the tone's own. */
  icon?: 'shield'
  title: string
  description: ReactNode
  /** Between the description and the buttons. */
  children?: ReactNode
  /** A verb and what it is done to: 'Delete environment'. */
  confirmText: string
  cancelText?: string
  /** Must be typed before the button works. */
  typedName?: string
  /** The dialog stays open, busy, until it settles; a rejection leaves it open. */
  onConfirm: () => unknown
}

export function ConfirmDialog({
  open,
  onOpenChange,
  tone = 'danger',
  icon,
  title,
  description,
  ...rest
}: Props) {
  const { icon: own, ground } = tones[tone]
  const Icon = icon ? ShieldCheck : own
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      title={
        <span className="flex items-center gap-3">
          <span className={cn('grid size-8 shrink-0 place-items-center rounded-full', ground)}>
            <Icon className="size-4" aria-hidden="true" />
          </span>
          {title}
        </span>
      }
      description={description}
    >
      <Confirmation tone={tone} onOpenChange={onOpenChange} {...rest} />
    </Dialog>
  )
}

/** Mounted with the dialog's content, so that reopening clears the typed name. */
function Confirmation({
  tone,
  onOpenChange,
  confirmText,
  cancelText = 'Cancel',
  typedName,
  onConfirm,
  children,
}: Omit<Props, 'open' | 'title' | 'description' | 'tone' | 'icon'> & {
  tone: keyof typeof tones
}) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch {
      // The caller has already reported the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={confirm} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      {children}
      {typedName !== undefined && (
        <Field
          label={
            <>
              Type <span className="font-mono break-all">{typedName}</span> to confirm
            </>
          }
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoFocus
          />
        </Field>
      )}
      <DialogActions busy={busy}>
        <Button variant="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
          {cancelText}
        </Button>
        <Button
          type="submit"
          variant={tones[tone].button}
          busy={busy}
          disabled={typedName !== undefined && typed !== typedName}
        >
          {confirmText}
        </Button>
      </DialogActions>
    </form>
  )
}
