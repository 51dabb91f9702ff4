import { requiredVariableValue } from '@envhold/contract/fields.ts'
import { useId, useRef, useState } from 'react'
import { Textarea } from '../../../ui/textarea.tsx'

interface Props {
  label: string
  initial: string
  /** The value before; an unchanged value is no edit. */
  before: string
  onTyped: (text: string) => void
  /** `left`: the focus has already moved elsewhere. */
  onCommit: (text: string, left: boolean) => void
  onCancel: (left: boolean) => void
}

/** Edits a value in its cell: Enter accepts, Shift+Enter inserts a line break, Esc cancels. */
export function CellEditor({ label, initial, before, onTyped, onCommit, onCancel }: Props) {
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const done = useRef(false)
  const id = useId()
  const finish = (act: () => void) => {
    if (done.current) return
    done.current = true
    act()
  }
  const take = (left: boolean) => {
    if (text === before) return finish(() => onCancel(left))
    const refused = requiredVariableValue.safeParse(text).error?.issues[0]?.message
    if (refused === undefined) return finish(() => onCommit(text, left))
    if (left && text === '') return finish(() => onCancel(left))
    setProblem(refused)
  }
  return (
    <div className="grid min-w-0 flex-1 gap-1 py-0.5">
      <Textarea
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && id}
        value={text}
        rows={1}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
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
        onBlur={() => take(true)}
        onPaste={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') finish(() => onCancel(false))
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          take(false)
        }}
        className="block max-h-60 min-h-8 resize-none px-2 py-1 font-mono text-small break-all field-sizing-content"
      />
      {problem && (
        <p id={id} role="alert" className="text-small text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
