import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './dialogs/tooltip.tsx'
import { useBlocked } from './feedback/blocked.tsx'

/** A button with an icon only; its label is the tooltip and the accessible name. */
export function IconButton({
  label,
  changes = false,
  children,
  ...rest
}: ComponentProps<typeof Button> & {
  label: string
  /** It changes something, so it can be blocked. */
  changes?: boolean
  children: ReactNode
}) {
  const reason = useBlocked()
  const isBlocked = changes && reason !== undefined
  return (
    <Tooltip text={isBlocked ? reason : label} blocks={isBlocked}>
      <Button variant="ghost" size="icon" aria-label={label} {...rest}>
        {children}
      </Button>
    </Tooltip>
  )
}
