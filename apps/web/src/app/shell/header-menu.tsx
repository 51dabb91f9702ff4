import { Menu } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import type { HeaderMenuProps } from './header-menu-items.tsx'

const HeaderMenuItems = lazy(() => import('./header-menu-items.tsx'))

/** The whole header on a small screen. */
export function HeaderMenu(props: HeaderMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Menu" className="lg:hidden">
          <Menu />
        </Button>
      }
    >
      <HeaderMenuItems {...props} />
    </DropdownMenu>
  )
}
