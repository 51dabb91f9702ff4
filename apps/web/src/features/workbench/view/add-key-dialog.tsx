import { variableKey } from '@envhold/contract/fields.ts'
import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { KeyInput } from '../form/key-field.tsx'
import { useActions, useWorkbench } from '../store/workbench-store.ts'

/** Adds a row beside others: the key here, its values in the cells. */
export function AddKeyDialog() {
  const actions = useActions()
  const rows = useWorkbench((state) => state.rows)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const close = useUnsaved(typed !== '')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const { data: key, error } = variableKey.safeParse(typed)
    if (key === undefined) return setProblem(error?.issues[0]?.message)
    if (rows.has(key)) return setProblem('This key is already in the grid')
    actions.addKey(key)
  }
  const paste = (event: ClipboardEvent) => {
    if (!event.clipboardData.getData('text').trim().includes('\n')) return
    event.preventDefault()
    setProblem('You pasted several lines. To import them, open one environment and paste them there.')
  }
  return (
    <Dialog
      onClose={() => close(actions.close)}
      title="Add key"
      description="It gets its own row. Enter a value for each environment that should have it, and save."
      size="sm"
    >
      <form onSubmit={add} className="grid gap-4" noValidate>
        <Field label="Key" error={problem}>
          <KeyInput
            value={typed}
            onPaste={paste}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(undefined)
            }}
            autoFocus
          />
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={() => close(actions.close)}>
            Cancel
          </Button>
          <Button type="submit">Add key</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
