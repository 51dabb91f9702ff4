import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { asShown } from '../exact-text.ts'
import type { Editing } from './cell-props.ts'
import type { CellName } from './grid-state.ts'

/** The cell being edited. Typed text survives locking the vault; an unchanged value does not. */
export function useCellEditing(isOpen: boolean) {
  const [editing, setEditing] = useState<CellName & Editing>()
  const [isDirty, setDirty] = useState(false)
  const typed = useRef('')
  const hide = useEffectEvent(() => {
    if (editing && isDirty) return setEditing({ ...editing, text: typed.current, before: '' })
    typed.current = ''
    setEditing(undefined)
  })
  useEffect(() => {
    if (!isOpen) hide()
  }, [isOpen])
  return {
    editing,
    isDirty: editing !== undefined && isDirty,
    /** `text`: what was typed to begin with, instead of the value before. */
    begin: (cell: CellName | undefined, before: string, text = before) => {
      typed.current = text
      setDirty(asShown(text) !== asShown(before))
      setEditing(cell && { ...cell, text, before })
    },
    onTyped: (text: string) => {
      typed.current = text
      setDirty(text !== asShown(editing?.before ?? ''))
    },
  }
}
