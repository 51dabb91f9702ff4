import type { FormEvent } from 'react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { groupsOf, isSameGroup, pickGroup } from './recovery-key.ts'

interface Props {
  recoveryKey: string
  onBack: () => void
  onConfirmed: () => void
}

/** Asks for one group of the key, to confirm that the user saved it. */
export function RecoveryCheck({ recoveryKey, onBack, onConfirmed }: Props) {
  const groups = groupsOf(recoveryKey)
  const [askedGroup] = useState(() => pickGroup(groups.length))
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const check = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isSameGroup(typed, groups[askedGroup] ?? '')) onConfirmed()
    else setWrong(true)
  }
  return (
    <form onSubmit={check} className="grid gap-5">
      <Field
        label={`Group ${askedGroup + 1} of your recovery key`}
        hint="Type it from your printout or file, to confirm that you can find it when you need it."
        error={
          wrong ? `This is not group ${askedGroup + 1}. Look at your sheet, or go back to it.` : undefined
        }
      >
        <Input
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono tracking-widest uppercase"
        />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          Show the key again
        </Button>
        <Button type="submit">Done</Button>
      </DialogActions>
    </form>
  )
}
