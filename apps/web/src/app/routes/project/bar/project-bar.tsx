import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { ChevronRight, Search } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { environmentStyle } from '../../../../features/projects/environment-name.tsx'
import { LastChange } from '../../../../features/workbench/history/last-change.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { TabList } from '../../../../ui/layout/tabs.tsx'
import { formatCount } from '../../../../ui/text/format.ts'
import { useIsPhone } from '../../../../ui/use-media.ts'
import type { ProjectTab } from '../../../search.ts'
import { openCommands } from '../../../shell/open-commands.ts'
import { VaultSwitch } from '../../../shell/vault-switch.tsx'
import { AccountMenu, BackToDashboard, EnvironmentButton, ProjectButton } from './bar-buttons.tsx'
import type { ListedTab } from './project-tabs.ts'
import type { SwitcherProps } from './switcher.ts'

interface Props {
  project: Project
  tabs: readonly ListedTab[]
  tab: ProjectTab
  /** Absent while they load, and in a project without any. */
  switcher: Omit<SwitcherProps, 'anchor' | 'onClose'> | undefined
  /** What the page shows of the environments. */
  shows: 'one' | 'all' | 'none'
}

/** Where one is. Its lower edge has the color of the environment, so that the environment is always in view. */
export function ProjectBar({ project, tabs, tab, switcher, shows }: Props) {
  const top = useRef<HTMLDivElement>(null)
  const isStuck = useIsOutOfView(top)
  const isPhone = useIsPhone()
  const current = shows === 'one' ? switcher?.current : undefined
  return (
    <>
      <div ref={top} aria-hidden="true" className="-mb-px h-px" />
      <div
        data-workbench=""
        style={environmentStyle(current)}
        className="sticky top-0 z-30 flex h-(--bar) flex-wrap items-center gap-x-1 border-b-2 border-(--env) bg-paper px-(--gutter) max-md:flex-nowrap max-md:px-2 md:max-lg:content-start md:max-lg:pt-2 lg:flex-nowrap"
      >
        <BackToDashboard withMenu={isStuck} />
        {isPhone ? (
          <div className="relative grid min-w-0 flex-1 px-1 leading-5">
            <h1 className="truncate text-small text-ink-2">{project.name}</h1>
            {switcher && (
              <EnvironmentButton
                {...switcher}
                showsAll={shows === 'all'}
                className="max-w-full justify-self-start after:absolute after:inset-x-0 after:-inset-y-1.5 after:rounded-md"
              />
            )}
          </div>
        ) : (
          <>
            <Into />
            <h1 className="flex max-w-36 min-w-0 xl:max-w-48 min-[112.5rem]:max-w-96">
              <ProjectButton project={project} />
            </h1>
            {switcher && (
              <>
                <Into />
                <EnvironmentButton
                  {...switcher}
                  showsAll={shows === 'all'}
                  className="h-9 max-w-48 rounded-md border border-line-strong bg-surface pr-2 pl-3 shadow-low hover:bg-hover aria-expanded:border-accent aria-expanded:outline aria-expanded:outline-accent min-[87.5rem]:max-w-72"
                />
              </>
            )}
          </>
        )}
        {/* It gives way before the names do: the least shrinking would cut letters from them. */}
        {current && !isPhone && (
          <LastChange
            key={current.id}
            environment={current}
            canWrite={may(project.user_role, 'write')}
            className="min-w-0 shrink-99999 px-2 md:max-lg:order-5 md:max-lg:ml-auto md:max-lg:max-w-64 lg:max-xl:hidden"
          />
        )}
        {/* Breaks the line: below 1,024 px the tabs have one of their own. */}
        <span aria-hidden="true" className="hidden w-full md:max-lg:order-3 md:max-lg:block" />
        <TabList
          label="Project"
          value={tab}
          tabs={tabs.map(({ value, name, count }) => ({
            value,
            label: (
              <>
                {name}
                {count !== undefined && (
                  <span className="hidden font-normal text-ink-3 group-data-[state=active]:text-accent min-[87.5rem]:inline">
                    {formatCount(count)}
                  </span>
                )}
              </>
            ),
          }))}
          className="items-center gap-0.5 max-md:hidden md:max-lg:order-4 md:max-lg:-ml-2.5 md:max-lg:h-11 lg:ml-auto lg:shrink-0"
          tabClassName="group inline-flex h-(--control) items-center gap-1.5 rounded-md px-2.5 text-small text-ink-2 hover:bg-hover data-[state=active]:bg-accent-soft data-[state=active]:text-accent"
        />
        <div className="flex shrink-0 items-center gap-1 md:max-lg:order-2 md:max-lg:ml-auto md:ml-2 md:border-l md:pl-2 max-md:gap-0">
          <IconButton label="Search or run a command" onClick={openCommands}>
            <Search />
          </IconButton>
          <VaultSwitch timed />
          <AccountMenu />
        </div>
      </div>
    </>
  )
}

const Into = () => <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />

/** An element that only touches the edge of the window counts as out of view. */
const rootMargin = '-1px 0px 0px'

/** Whether an element is out of view. */
function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => entry && setOut(!entry.isIntersecting), {
      rootMargin,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOut
}
