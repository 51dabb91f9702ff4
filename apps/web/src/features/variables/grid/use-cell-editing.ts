import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CellName } from './grid-state.ts'
import type { Editing } from './variables-grid-cell.tsx'

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
    begin: (cell: CellName | undefined, before: string) => {
      typed.current = before
      setDirty(false)
      setEditing(cell && { ...cell, text: before, before })
    },
    onTyped: (text: string) => {
      typed.current = text
      setDirty(text !== editing?.before)
    },
  }
}
