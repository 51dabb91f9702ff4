import type { PointerEvent } from 'react'
import { useRef, useState } from 'react'

const columnAt = ({ clientX, clientY }: PointerEvent) => {
  const id = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column-option]')
    ?.dataset.columnOption
  return id === undefined ? undefined : Number(id)
}

/** Moves columns in a list while they are dragged; by mouse, pen or finger. */
export function useColumnDrag(onMove: (id: number, to: number) => void) {
  const list = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number>()
  const end = () => setDragged(undefined)
  return {
    dragged,
    handleProps: (id: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.preventDefault()
        // The list gets the events: an option would lose them when it is moved.
        list.current?.setPointerCapture(event.pointerId)
        setDragged(id)
      },
    }),
    listProps: {
      ref: list,
      onPointerMove: (event: PointerEvent) => {
        const to = dragged === undefined ? undefined : columnAt(event)
        if (dragged !== undefined && to !== undefined && to !== dragged) onMove(dragged, to)
      },
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: end,
    },
  }
}

export type HandleProps = ReturnType<ReturnType<typeof useColumnDrag>['handleProps']>
