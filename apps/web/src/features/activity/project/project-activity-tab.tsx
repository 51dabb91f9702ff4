import {
  type ActivityTimeRange,
  exportProjectActivity,
  type ProjectActivity,
  projectActivityCategories,
  projectActivityPageSize,
} from '@envhold/contract/activity/activity.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Chips } from '../../../ui/forms/choices.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { PageButtons } from '../../../ui/lists/pager.tsx'
import { type ProjectActivityCategory, projectActivityQuery } from '../activity-queries.ts'
import { LiveSection } from '../live/live-section.tsx'
import { useLiveList } from '../live/use-live-list.ts'
import { NothingFound, nothingChanged, TimeRangeSelect } from '../nothing-found.tsx'
import { ProjectActivityTable, ProjectExports } from './project-activity-table.tsx'

const categoryNames: Record<ProjectActivityCategory, string> = {
  changes: 'Changes',
  all: 'All Activities',
  project_changes: 'Project changes',
  team_changes: 'Team changes',
  security_events: 'Security events',
}
const categories = projectActivityCategories.map((value) => ({ value, label: categoryNames[value] }))

export function ProjectActivityTab({ project }: { project: Project }) {
  const api = useApi()
  const [listing, setListing] = useState({
    timeRange: '30d' as ActivityTimeRange,
    category: 'changes' as ProjectActivityCategory,
    page: 1,
  })
  const [search, setSearch] = useState('')
  const { page, ...filter } = listing
  const live = useLiveList(projectActivityQuery(api, project.id, filter), page)
  const changeFilter = (change: Partial<typeof filter>) => setListing({ ...listing, ...change, page: 1 })
  const goToPage = (to: number) => setListing({ ...listing, page: to })
  const empty = (
    <NothingFound
      icon={Activity}
      title="No Activity Found"
      range={filter.timeRange}
      search={search.trim()}
      searched="on this page"
      onClearSearch={() => setSearch('')}
      narrowed={
        filter.category === 'all'
          ? undefined
          : {
              words: categoryNames[filter.category].toLowerCase(),
              clear: 'Show all activities',
              onClear: () => changeFilter({ category: 'all' }),
              ...(filter.category === 'changes' && nothingChanged),
            }
      }
    >
      Activity in {project.name} appears here, by people and by API keys.
    </NothingFound>
  )
  return (
    <section aria-label="Activity" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label="Search this page"
          value={search}
          onChange={setSearch}
          className="min-w-0 flex-1 basis-48 sm:max-w-sm"
        />
        <div className="flex items-center gap-3 max-sm:flex-1 sm:ml-auto">
          <div className="min-w-36 flex-1 sm:w-44">
            <TimeRangeSelect value={filter.timeRange} onChange={(timeRange) => changeFilter({ timeRange })} />
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
        <Chips
          label="Category"
          className="basis-full"
          options={categories}
          value={filter.category}
          onValueChange={(category) => changeFilter({ category })}
        />
      </div>
      <LiveSection
        live={live}
        page={page}
        pageSize={projectActivityPageSize}
        onPage={goToPage}
        failed="Failed to fetch project activity"
        why={errorText(live.error)}
        empty={empty}
        pages={(total) => <PageButtons label="activity" page={page} totalPages={total} onPage={goToPage} />}
      >
        {(activities, isNew) => {
          const matches = filterEntries(activities, search)
          return matches.length > 0 ? <ProjectActivityTable activities={matches} isNew={isNew} /> : empty
        }}
      </LiveSection>
    </section>
  )
}

type Searched = Pick<ProjectActivity, 'description' | 'event_type' | 'users'>

/** Filters a page's entries by text in their description, type or user. */
export function filterEntries<T extends Searched>(entries: readonly T[], typed: string): readonly T[] {
  const search = typed.trim().toLowerCase()
  if (search === '') return entries
  return entries.filter(({ description, event_type, users }) =>
    [description, event_type, users?.email, users?.username].some((text) =>
      text?.toLowerCase().includes(search),
    ),
  )
}
