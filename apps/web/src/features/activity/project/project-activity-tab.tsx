import { exportProjectActivity, projectActivityCategories } from '@envhold/contract/activity/activity.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { Link2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/dialogs/dropdown-menu.tsx'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useAskedHit } from '../../../ui/lists/open-only.ts'
import {
  type ProjectActivityCategory,
  type ProjectActivityFilter,
  projectLinesQuery,
} from '../activity-queries.ts'
import { defaultRange, type LogSearch, logSearch } from '../activity-search.ts'
import { ExportMenu } from '../export-menu.tsx'
import { foundText, LinesSection, useLines } from '../lines/lines-section.tsx'
import { TimeRangeSelect } from '../nothing-found.tsx'

const categoryNames: Record<ProjectActivityCategory, string> = {
  changes: 'Changes',
  all: 'All Activities',
  project_changes: 'Project changes',
  team_changes: 'Team changes',
  security_events: 'Security events',
}
const categories = projectActivityCategories.map((value) => ({ value, label: categoryNames[value] }))

interface Props {
  project: Project
  search: LogSearch
  onSearch: (search: LogSearch) => void
}

/** Who did what in a project. The address has the search, so that a link leads to the log of a key. */
export function ProjectActivityTab({ project, search, onSearch }: Props) {
  const { range: timeRange = defaultRange, q = '', kind: category = 'changes' } = search
  const filter: ProjectActivityFilter = { timeRange, category, ...(q && { search: q }) }
  const onChange = (what: { [Name in keyof LogSearch]?: string }) =>
    onSearch(logSearch({ ...search, ...what }))
  const api = useApi()
  const hit = useAskedHit(q)
  const lines = useLines(
    (starts) => projectLinesQuery(api, project.id, filter, starts),
    JSON.stringify([project.id, filter]),
  )
  return (
    <section aria-label="Activity" className="mx-auto grid w-full max-w-240 min-w-0 gap-3">
      <div role="toolbar" aria-label="Activity" className="flex flex-wrap items-center gap-2">
        <DelayedSearchField
          label="Search keys, people, text"
          placeholder="Keys, people, text"
          value={q}
          onChange={(q) => onChange({ q })}
          onEnter={hit.onEnter}
          count={foundText(lines.live, q)}
          className="min-w-0 flex-1 basis-48"
        />
        <SegmentedControl
          label="Kind"
          className="max-lg:hidden"
          options={categories}
          value={category}
          onValueChange={(kind) => onChange({ kind })}
        />
        <Select
          aria-label="Kind"
          className="w-40 lg:hidden"
          value={category}
          onChange={({ target }) => onChange({ kind: target.value })}
        >
          {categories.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <div className="w-34">
          <TimeRangeSelect value={timeRange} onChange={(range) => onChange({ range })} />
        </div>
        <ProjectExports
          project={project}
          ask={(format, options) =>
            api.ask(
              exportProjectActivity,
              { params: { id: project.id }, query: { ...filter, format } },
              options,
            )
          }
        />
      </div>
      <LinesSection
        {...lines}
        label={`Activity of ${project.name}`}
        search={q}
        hit={hit}
        range={timeRange}
        onRange={(range) => onChange({ range })}
        onClearSearch={() => onChange({ q: '' })}
        failed="Failed to fetch project activity"
        filter={
          category === 'all'
            ? undefined
            : { name: categoryNames[category], isChanges: category === 'changes' }
        }
        onAll={() => onChange({ kind: 'all' })}
      >
        Activity in {project.name} appears here, by people and by API keys.
      </LinesSection>
    </section>
  )
}

const DownloadLogDialog = deferred(async () => (await import('./download-log-dialog.tsx')).DownloadLogDialog)

interface ProjectExportsProps extends Pick<ComponentProps<typeof ExportMenu>, 'ask'> {
  project: Project
}

/** The list as a file and, for the owner, the log that can be verified. */
export function ProjectExports({ project, ask }: ProjectExportsProps) {
  const [isOpen, setOpen] = useState(false)
  const name = `project-${project.id}-activity`
  if (project.user_role !== 'owner') return <ExportMenu name={name} isShort="always" ask={ask} />
  return (
    <>
      <ExportMenu name={name} isShort="always" ask={ask}>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => setOpen(true)}>
          <Link2 />
          Download log…
        </DropdownMenuItem>
      </ExportMenu>
      {isOpen && <DownloadLogDialog project={project} onClose={() => setOpen(false)} />}
    </>
  )
}
