import type { Project } from '@envhold/contract/projects/projects.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  ArrowLeft,
  ChevronsUpDown,
  CircleUser,
  Columns3,
  CreditCard,
  LogOut,
  ShieldCheck,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { useAccount } from '../../../../connection/session/use-session-state.ts'
import { EnvironmentDot, environmentStyle } from '../../../../features/projects/environment-name.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/class-names.ts'
import { deferred } from '../../../../ui/deferred.tsx'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../../../ui/dialogs/dropdown-menu.tsx'
import { useShortcut } from '../../../../ui/use-shortcut.ts'
import { HeaderMenu, useHeaderMenu } from '../../../shell/header.tsx'
import { Mark } from '../../../shell/logo.tsx'
import { neighbourOf, type SwitcherProps } from './switcher.ts'

const SwitcherPanel = deferred(async () => (await import('./switcher-panel.tsx')).SwitcherPanel)

interface Props extends Omit<SwitcherProps, 'anchor' | 'onClose'> {
  /** All environments are shown side by side. */
  showsAll: boolean
  className?: string
}

/** Says which environment is shown, and opens the switcher. */
export function EnvironmentButton({ showsAll, className, ...switcher }: Props) {
  const { environments, current, onOpen } = switcher
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const step = (by: 1 | -1) => {
    const next = neighbourOf(environments, current.id, by)
    if (next) onOpen(next.id)
  }
  useShortcut('o', () => setOpen(true))
  useShortcut('[', () => step(-1))
  useShortcut(']', () => step(1))
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        title={showsAll ? 'All environments' : current.name}
        onClick={() => setOpen(!open)}
        className={cn('flex min-w-0 items-center gap-2 font-semibold whitespace-nowrap', className)}
      >
        <span className="sr-only">Environment: </span>
        {showsAll ? (
          <>
            <Columns3 aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
            <span className="truncate">All environments</span>
          </>
        ) : (
          <>
            <EnvironmentDot environment={current} />
            <span className="truncate">{current.name}</span>
            {current.protected && <ProtectedFlag environment={current} />}
          </>
        )}
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      </button>
      {open && button.current && (
        <SwitcherPanel {...switcher} anchor={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const ProtectedFlag = ({ environment }: { environment: SwitcherProps['current'] }) => (
  <span
    style={environmentStyle(environment)}
    className="flex shrink-0 items-center gap-1 text-small font-medium text-(--env) min-[112.5rem]:border-l min-[112.5rem]:border-line-strong min-[112.5rem]:pl-2"
  >
    <ShieldCheck aria-hidden="true" className="size-4" />
    <span className="max-[112.5rem]:sr-only">Protected</span>
  </span>
)

const ProjectPanel = deferred(async () => (await import('./project-panel.tsx')).ProjectPanel)

/** The name of the project. It opens what else there is to say about it. */
export function ProjectButton({ project }: { project: Project }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        aria-haspopup="dialog"
        aria-expanded={open}
        title={project.name}
        onClick={() => setOpen(!open)}
        className="h-(--control) max-w-full min-w-0 shrink px-2 text-ink"
      >
        <span className="truncate">{project.name}</span>
      </Button>
      {open && button.current && (
        <ProjectPanel project={project} anchor={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

export function AccountMenu() {
  const { name, onLogout } = useHeaderMenu(useAccount())
  const navigate = useNavigate()
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Your account" title={name} className="max-md:hidden">
          <span className="grid size-7 place-items-center rounded-full bg-hover text-small uppercase">
            {name.charAt(0)}
          </span>
        </Button>
      }
    >
      <DropdownMenuLabel>{name}</DropdownMenuLabel>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/account' })}>
        <CircleUser /> Account
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/subscription' })}>
        <CreditCard /> Billing
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={onLogout}>
        <LogOut /> Logout
      </DropdownMenuItem>
    </DropdownMenu>
  )
}

/** The link to the projects. While the header is scrolled away, its menu replaces the arrow. */
export const BackToDashboard = ({ withMenu = false }: { withMenu?: boolean }) => (
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

function ScrolledHeaderMenu() {
  const items = useHeaderMenu(useAccount())
  return <HeaderMenu {...items} align="start" className="absolute left-0 z-10" />
}
