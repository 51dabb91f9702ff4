import { requiredVariableValue } from '@envhold/contract/fields.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { notFilled } from '../../../ui/not-filled.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { asShown } from '../exact-text.ts'
import type { FocusAfterEdit } from './cell-props.ts'

interface Props {
  label: string
  initial: string
  /** The value before; an unchanged value is no edit. */
  before: string
  onTyped: (text: string) => void
  onCommit: (text: string, focus: FocusAfterEdit) => void
  onCancel: (focus: FocusAfterEdit) => void
}

/** Where a key that accepts leads, as in spreadsheets. */
function focusAfter({ key, shiftKey }: KeyboardEvent): FocusAfterEdit | undefined {
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return key === 'Enter' && !shiftKey ? 'here' : undefined
}

/** Edits a value in its cell: Enter and Tab accept, Shift+Enter inserts a line break, Esc cancels. */
export function CellEditor({ label, initial, before, onTyped, onCommit, onCancel }: Props) {
  const [text, setText] = useState(asShown(initial))
  const [problem, setProblem] = useState<string>()
  const done = useRef(false)
  const id = useId()
  const hidesReturns = before.includes('\r')
  const finish = (act: () => void) => {
    if (done.current) return
    done.current = true
    act()
  }
  const take = (focus: FocusAfterEdit) => {
    if (text === asShown(before)) return finish(() => onCancel(focus))
    const refused = requiredVariableValue.safeParse(text).error?.issues[0]?.message
    if (refused === undefined) return finish(() => onCommit(text, focus))
    if (focus === 'elsewhere' && text === '') return finish(() => onCancel(focus))
    setProblem(refused)
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
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onFocus={({ target }) => {
          // What was typed to begin with stays.
          if (initial === before) target.select()
          else target.setSelectionRange(initial.length, initial.length)
        }}
        onChange={({ target }) => {
          setText(target.value)
          onTyped(target.value)
          setProblem(undefined)
        }}
        onBlur={() => take('elsewhere')}
        onPaste={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') finish(() => onCancel('here'))
          const focus = focusAfter(event)
          if (!focus || event.nativeEvent.isComposing) return
          event.preventDefault()
          take(focus)
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
