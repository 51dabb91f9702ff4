import { Menu } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dialogs/dropdown-menu.tsx'
import type { HeaderMenuProps } from './header-menu-items.tsx'

interface Props extends HeaderMenuProps {
  align?: 'start' | 'end'
  className?: string
}

const HeaderMenuItems = lazy(() => import('./header-menu-items.tsx'))

/** The whole header in a menu: on a small screen, and where the header is scrolled away. */
export function HeaderMenu({ className, align, ...items }: Props) {
  return (
    <DropdownMenu
      {...(align && { align })}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Menu" className={className}>
          <Menu />
        </Button>
      }
    >
      <HeaderMenuItems {...items} />
    </DropdownMenu>
  )
}
