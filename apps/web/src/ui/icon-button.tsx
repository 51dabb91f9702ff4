import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button with an icon only; its label is the tooltip and the accessible name. */
export function IconButton({
  label,
  children,
  ...rest
}: ComponentProps<typeof Button> & { label: string; children: ReactNode }) {
  return (
    <Tooltip text={label}>
      <Button variant="ghost" size="icon" aria-label={label} {...rest}>
        {children}
      </Button>
    </Tooltip>
  )
}
