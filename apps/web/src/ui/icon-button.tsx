import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button that is only a sign: its words are in the tooltip and for screen readers. */
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
