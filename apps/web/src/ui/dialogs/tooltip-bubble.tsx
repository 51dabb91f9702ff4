import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react-dom'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'

interface Props {
  id: string
  anchor: Element
  /** Escape was pressed. */
  onClose: () => void
  /** The pointer entered or left the text. */
  onStay: () => void
  onLeave: () => void
  children: ReactNode
}

/** The text of a tooltip, beside what it is about. */
export function TooltipBubble({ id, anchor, onClose, onStay, onLeave, children }: Props) {
  const { refs, floatingStyles } = useFloating({
    elements: { reference: anchor },
    strategy: 'fixed',
    // Beside the item of a menu, where it covers no other item.
    placement: anchor.role === 'menuitem' ? 'left' : 'top',
    middleware: [
      offset(6),
      flip({ padding: 8, fallbackPlacements: ['right', 'bottom', 'top'] }),
      shift({ padding: 8 }),
    ],
    whileElementsMounted: autoUpdate,
  })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return createPortal(
    <div
      ref={refs.setFloating}
      id={id}
      role="tooltip"
      style={floatingStyles}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      className="z-50 w-max max-w-64 animate-appear rounded-sm bg-ink px-2 py-1 text-small text-paper"
    >
      {children}
    </div>,
    document.body,
  )
}
