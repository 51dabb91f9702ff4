import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownUp } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { DropdownMenu, DropdownMenuChoices } from '../../../ui/dialogs/dropdown-menu.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { FoundVariables } from '../find/found-variables.tsx'
import type { ProjectActions } from '../project-menu-items.tsx'
import {
  findProjects,
  groupProjects,
  type ProjectGroup,
  type ProjectOrder,
  projectOrders,
  useEnvironmentsByProject,
  useProjectOrder,
  useUsedProjects,
} from '../used-projects.ts'
import { peopleQuery } from './people-query.ts'
import { ProjectTableRow } from './project-table-row.tsx'

/** Of the last group; more are shown when asked for. */
const shownAtFirst = 100

interface Props {
  label: string
  projects: readonly Project[]
  actions?: ProjectActions
}

/** Many projects: pinned ones, those opened lately and all others, with a filter. */
export function ProjectTable({ label, projects, actions }: Props) {
  const [search, setSearch] = useState('')
  const [visibleCount, setVisibleCount] = useState(shownAtFirst)
  const [now] = useState(() => Date.now())
  const { used, onPin } = useUsedProjects()
  const environments = useEnvironmentsByProject()
  const [by, onOrder] = useProjectOrder()
  const people = useQuery(peopleQuery(useApi()))
  const table = useRef<HTMLTableElement>(null)
  const matches = search.trim() === '' ? projects : findProjects(projects, search)
  const groups: (Omit<ProjectGroup, 'heading'> & { heading: string })[] =
    matches === projects
      ? groupProjects(projects, used, { by, now, ...(environments && { environments }) })
      : [{ heading: 'Found', projects: matches }]
  const hidden = (groups.at(-1)?.projects.length ?? 0) - visibleCount
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3 md:absolute md:top-0 md:right-0 md:h-10">
        <SearchField
          label={`Filter ${formatCount(projects.length)} projects`}
          value={search}
          onChange={setSearch}
          onDown={() => linksIn(table.current)[0]?.focus()}
          onEnter={() => matches.length === 1 && linksIn(table.current)[0]?.click()}
          className="min-w-0 flex-1 md:order-1 md:w-64 lg:w-80"
        />
        <p role="status" className="text-small whitespace-nowrap text-ink-3 tabular-nums empty:sr-only">
          {matches !== projects && `${matches.length} of ${projects.length}`}
        </p>
        <OrderMenu by={by} onOrder={onOrder} />
      </div>
      {matches.length > 0 && (
        <div className="rounded-lg border bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          <table
            ref={table}
            aria-label={label}
            onKeyDown={moveBetweenRows}
            className="w-full table-fixed border-separate border-spacing-0 text-left text-small max-md:block"
          >
            {/* A heading spans six columns, of which narrow screens hide two: those that are left over take no room. */}
            <colgroup>
              <col span={4} />
              <col className="max-lg:w-0" />
              <col className="max-xl:w-0" />
            </colgroup>
            <thead className="text-ink-3 max-md:sr-only">
              <tr>
                <HeadCell>Name</HeadCell>
                <HeadCell className="w-64">Environments, last used first</HeadCell>
                <HeadCell className="w-20 text-right max-lg:hidden">Variables</HeadCell>
                <HeadCell className="w-32 xl:w-54">Changed</HeadCell>
                <HeadCell className="w-42 max-xl:hidden">People</HeadCell>
                <HeadCell className="w-24">
                  <span className="sr-only">Actions</span>
                </HeadCell>
              </tr>
            </thead>
            {groups.map(({ heading, projects: members }) => (
              <tbody key={heading} className="max-md:block">
                <tr className="max-md:block">
                  <th
                    scope="rowgroup"
                    colSpan={6}
                    className="border-t px-4 pt-2 pb-1.5 font-medium text-ink-2 max-md:block"
                  >
                    {heading}{' '}
                    <span className="font-normal text-ink-3 tabular-nums">{formatCount(members.length)}</span>
                  </th>
                </tr>
                {members.slice(0, visibleCount).map((project) => (
                  <ProjectTableRow
                    key={project.id}
                    project={project}
                    environments={environments?.get(project.id)}
                    recent={used.opened.find(({ id }) => id === project.id)?.environments ?? []}
                    isPinned={used.pinned.includes(project.id)}
                    onPin={onPin}
                    people={people.data?.get(project.id)}
                    {...(actions && { actions })}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      <FoundVariables
        search={search}
        none={
          matches.length === 0 && (
            <p className="rounded-lg border bg-surface px-4 py-10 text-center text-ink-2">
              No project matches “{search.trim()}”.
            </p>
          )
        }
      />
      {hidden > 0 && (
        <Button
          variant="secondary"
          className="justify-self-center"
          onClick={() => setVisibleCount(projects.length)}
        >
          Show {formatCount(hidden)} more
        </Button>
      )}
    </div>
  )
}

interface OrderMenuProps {
  by: ProjectOrder
  onOrder: (order: ProjectOrder) => void
}

const OrderMenu = ({ by, onOrder }: OrderMenuProps) => (
  <DropdownMenu
    trigger={
      <Button variant="ghost" size="sm" className="shrink-0 font-medium text-ink-2 md:order-2 md:-mr-2.5">
        <ArrowDownUp />
        <span className="sr-only">Sort by: </span>
        {projectOrders[by]}
      </Button>
    }
  >
    <DropdownMenuChoices options={orderOptions} value={by} onValueChange={onOrder} />
  </DropdownMenu>
)

const orderOptions = [
  { value: 'opened', label: projectOrders.opened },
  { value: 'changed', label: projectOrders.changed },
  { value: 'name', label: projectOrders.name },
] as const satisfies readonly { value: ProjectOrder; label: string }[]

const HeadCell = ({ className = '', children }: { className?: string; children: React.ReactNode }) => (
  <th scope="col" className={`h-9 px-4 font-medium whitespace-nowrap ${className}`}>
    {children}
  </th>
)

const linksIn = (table: HTMLTableElement | null) => [
  ...(table?.querySelectorAll<HTMLAnchorElement>('a[data-project]') ?? []),
]

/** Up and Down move between the projects; Enter opens the focused one. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>) {
  if (event.metaKey || event.ctrlKey || event.altKey || !(event.target instanceof HTMLElement)) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const here = event.target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-project]')
  if (step === undefined || !here) return
  const links = linksIn(event.currentTarget)
  event.preventDefault()
  links[links.indexOf(here) + step]?.focus()
}
