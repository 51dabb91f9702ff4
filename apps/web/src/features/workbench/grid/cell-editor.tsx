import { requiredVariableValue } from '@envhold/contract/variables/variable-fields.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { asTyped, Textarea } from '../../../ui/forms/input.tsx'
import { notFilled } from '../../../ui/forms/text-field.tsx'
import { asShown } from '../data/exact-text.ts'
import type { Editing } from '../store/state.ts'
import { useActions } from '../store/workbench-store.ts'

/** Where the focus goes when a cell is no longer edited; `elsewhere`, it has gone already. */
export type FocusAfterEdit = 'here' | 'next' | 'previous' | 'elsewhere'

interface Props {
  label: string
  editing: Editing
  onClosed: (to: FocusAfterEdit) => void
}

/** Where a key that accepts leads, as in spreadsheets. */
function focusAfter({ key, shiftKey }: KeyboardEvent): FocusAfterEdit | undefined {
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return key === 'Enter' && !shiftKey ? 'here' : undefined
}

/** Edits a value in its cell: Enter and Tab accept, Shift+Enter inserts a line break, Esc cancels. */
export function CellEditor({ label, editing, onClosed }: Props) {
  const { text, before } = editing
  const { typeCell, commit, cancelEdit } = useActions()
  const [problem, setProblem] = useState<string>()
  const done = useRef(false)
  const id = useId()
  const hidesReturns = before.includes('\r')
  const finish = (to: FocusAfterEdit, close: () => void) => {
    if (done.current) return
    done.current = true
    close()
    onClosed(to)
  }
  const accept = (to: FocusAfterEdit) => {
    if (text === asShown(before)) return finish(to, cancelEdit)
    const rejection = requiredVariableValue.safeParse(text).error?.issues[0]?.message
    if (rejection === undefined) return finish(to, () => commit(text))
    if (to === 'elsewhere' && text === '') return finish(to, cancelEdit)
    setProblem(rejection)
  }
  return (
    <div className="grid min-w-0 flex-1 gap-1 py-0.5">
      <Textarea
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={hidesReturns || problem ? id : undefined}
        value={text}
        rows={1}
        autoFocus
        {...notFilled}
        {...asTyped}
        onFocus={({ target }) => {
          // What was typed to begin with stays.
          if (text === asShown(before)) target.select()
          else target.setSelectionRange(text.length, text.length)
        }}
        onChange={({ target }) => {
          typeCell(target.value)
          setProblem(undefined)
        }}
        onBlur={() => accept('elsewhere')}
        onPaste={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') finish('here', cancelEdit)
          const focus = focusAfter(event)
          if (!focus || event.nativeEvent.isComposing) return
          event.preventDefault()
          accept(focus)
        }}
        className="block max-h-60 min-h-8 resize-none px-2 py-1 font-mono text-small break-all field-sizing-content"
      />
      <div id={id} className="text-small">
        {hidesReturns && (
          <p className="text-ink-2">
            It has carriage returns, which an edit here makes plain line breaks. The form of the table can
            replace it by a file.
          </p>
        )}
        {problem && (
          <p role="alert" className="text-bad">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}
