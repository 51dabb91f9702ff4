import { type PointerEvent, useEffect, useRef } from 'react'

const longMs = 500
const maxMovePx = 10

/** Calls `onPress` with the row under a finger that stays; its release then presses nothing. */
export function useLongPress(onPress: (row: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: ({ pointerType, clientX, clientY, target }: PointerEvent) => {
      stop()
      isLong.current = false
      const row = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row
      if (pointerType !== 'touch' || !row) return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        isLong.current = true
        onPress(Number(row))
      }, longMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > maxMovePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!isLong.current) return
      isLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (isLong.current) event.preventDefault()
    },
  }
}
