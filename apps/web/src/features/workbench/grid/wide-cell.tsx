import { requiredVariableValue } from '@envhold/contract/fields.ts'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { notFilled } from '../../../ui/forms/not-filled.ts'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { Masked } from '../../../ui/text/masked.tsx'
import type { Cell } from '../comparison/key-rows.ts'
import { asShown } from '../data/exact-text.ts'
import { RevealedValue } from '../parts/revealed-value.tsx'
import { CellBadge } from './cell-badge.tsx'
import type { FocusAfterEdit, GridCellProps } from './cell-props.ts'

export interface CellContentProps extends GridCellProps {
  cell: Cell
  /** The cell in words. */
  words: string
  /** Key and environment. */
  label: string
  buttons: ReactNode
}

/** Sign, value and actions of a cell, or its editor. */
export function WideCell(props: CellContentProps) {
  const { cell, words, label, buttons, row, column, shown, copied, editing, actions } = props
  if (editing)
    return (
      <CellEditor
        label={`Value of ${label}`}
        initial={editing.text}
        before={editing.before}
        onTyped={actions.typed}
        onCommit={(text, focus) => actions.commit(row, column, text, focus)}
        onCancel={(focus) => actions.cancel(row, column, focus)}
      />
    )
  return (
    <>
      <CellBadge cell={cell} words={words} className={shown ? 'mt-[7px]' : ''} />
      <CellContent cell={cell} shown={shown} />
      {copied && <Check aria-hidden="true" className="size-4 shrink-0 text-good" />}
      {buttons}
    </>
  )
}

// A dot that does not fit is in a second line, which is not shown.
const masked = <Masked className="h-5 overflow-hidden break-all" />
const maskedWarning = <Masked className="h-5 overflow-hidden break-all text-warn" />

/** The value of a cell, or the word that stands for it. Screen readers get the words of the badge. */
function CellContent({ cell, shown }: { cell: Cell; shown: boolean }) {
  const { state, value, edit, isSharedSecret } = cell
  const hidden = isSharedSecret && !edit ? maskedWarning : masked
  if (state === 'unread') return <span className="truncate text-small text-ink-3">Not read</span>
  if (value === undefined)
    return edit ? (
      <span aria-hidden="true" className="truncate text-small text-ink-2 line-through">
        Removed
      </span>
    ) : null
  return (
    <>
      {shown ? <RevealedValue value={value} /> : hidden}
      {edit && (
        <span
          aria-hidden="true"
          className={cn('ml-auto text-small font-medium text-accent', shown && 'py-1.5')}
        >
          {edit === 'added' ? 'New' : 'Changed'}
        </span>
      )}
    </>
  )
}

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
function CellEditor({ label, initial, before, onTyped, onCommit, onCancel }: Props) {
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
