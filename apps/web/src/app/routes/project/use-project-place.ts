import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { environmentsQuery } from '../../../features/projects/project-queries.ts'
import { useShownEnvironment } from '../../../features/projects/use-shown-environment.ts'
import { saveOpened } from '../../../features/projects/used-projects.ts'
import type { ArrangementStore } from '../../../features/workbench/arrangement/arrangement.ts'
import type { Comparison, Place } from '../../../features/workbench/workbench.tsx'
import { type ProjectSearch, projectSearch } from '../../project-search.ts'
import { lastArrangement, recentEnvironments, saveArrangement, saveLastView } from './last-project-view.ts'

/** Where in a project the user is, and the ways from there. */
export function useProjectPlace(project: Project, search: ProjectSearch, onLeave: () => void) {
  const navigate = useNavigate()
  const router = useRouter()
  const { data: environments } = useQuery(environmentsQuery(useApi(), project.id))
  const [comparison, setComparison] = useState<Comparison>()
  const { environment: current, isUnavailable } = useShownEnvironment(environments, search.environment)
  const { tab, view } = search
  const shown = tab === 'variables' && view !== 'grid' && !isUnavailable ? current?.id : undefined
  useEffect(() => saveLastView(localStorage, project.id, search), [project.id, search])
  // The first environment is shown without being named in the URL.
  useEffect(() => {
    if (shown !== undefined)
      saveLastView(localStorage, project.id, { tab: 'variables', ...(view && { view }), environment: shown })
  }, [project.id, shown, view])

  useEffect(
    () => saveOpened(localStorage, { id: project.id, environment: shown, at: Date.now() }),
    [project.id, shown],
  )

  const go = (to: ProjectSearch) => {
    onLeave()
    saveLastView(localStorage, project.id, to)
    void navigate({ to: '/project/$id', params: { id: String(project.id) }, search: to, replace: true })
  }
  const inTable = (id: number): ProjectSearch => ({ tab: 'variables', environment: id })
  const openEnvironment = (id: number) =>
    go({ ...inTable(id), ...(tab === 'variables' && view === 'text' && { view }) })
  /** Opens a place among the variables. */
  const openPlace = ({ comparison: compared, ...to }: Place) => {
    setComparison(compared)
    go(projectSearch({ tab: 'variables', ...to }))
  }
  const chosen = current ? { environment: current.id } : {}
  const switcher = environments &&
    current && {
      environments,
      current,
      readRecent: () => recentEnvironments(localStorage, project.id),
      urlOf: (id: number) =>
        router.buildLocation({
          to: '/project/$id',
          params: { id: String(project.id) },
          search: inTable(id),
        }).href,
      onOpen: openEnvironment,
      onCompare: (right?: number) => {
        setComparison(right === undefined ? {} : { right })
        go(inTable(current.id))
      },
      onSideBySide: () => go({ tab: 'variables', ...chosen, view: 'grid' }),
      onCreate: may(project.user_role, 'own')
        ? () => go({ tab: 'environments', ...chosen, action: 'new-environment' })
        : undefined,
    }
  const arrangement = useMemo(
    (): ArrangementStore => ({
      read: () => lastArrangement(localStorage, project.id),
      save: (arranged) => saveArrangement(localStorage, project.id, arranged),
    }),
    [project.id],
  )
  return { go, openEnvironment, openPlace, switcher, arrangement, comparison }
}
