import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useAccount } from '../../../../connection/session/use-session-state.ts'
import { HeaderMenu } from '../../../shell/header-menu.tsx'
import { Mark } from '../../../shell/mark.tsx'
import { useHeaderMenu } from '../../../shell/use-header-menu.ts'

/** The link to the projects. While the header is scrolled away, its menu replaces the arrow. */
export function BackToDashboard({ withMenu = false }: { withMenu?: boolean }) {
  return (
    <div className="relative -ml-2 flex shrink-0 items-center max-md:ml-0">
      {withMenu && <ScrolledHeaderMenu />}
      <Link
        to="/dashboard"
        title="Back to Dashboard"
        className="group flex h-(--control) items-center rounded-md pr-2 text-small text-ink-2 hover:bg-hover hover:text-ink max-md:pr-0"
      >
        <span
          className={withMenu ? 'w-8 pointer-coarse:w-9' : 'grid w-8 place-items-center pointer-coarse:w-9'}
        >
          {!withMenu && <ArrowLeft aria-hidden="true" className="size-4" />}
        </span>
        <Mark className="size-5 text-accent max-md:hidden min-[87.5rem]:hidden" />
        <span className="sr-only min-[87.5rem]:not-sr-only">Back to Dashboard</span>
      </Link>
    </div>
  )
}

function ScrolledHeaderMenu() {
  const items = useHeaderMenu(useAccount())
  return <HeaderMenu {...items} align="start" className="absolute left-0 z-10" />
}
