import { createLazyRoute } from '@tanstack/react-router'
import { useSearchAction } from '../use-search-action.ts'
import { withLastView } from './last-project-view.ts'
import { ProjectPage } from './project-page.tsx'

export const route = createLazyRoute('/inside/project/$id')({ component: Project })

function Project() {
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const { action, ...search } = withLastView(localStorage, Number(id), route.useSearch())
  const { pending, onDone } = useSearchAction(
    action,
    () => void navigate({ search: ({ action: _, ...rest }) => rest, replace: true, ignoreBlocker: true }),
  )
  return <ProjectPage key={id} id={Number(id)} search={search} action={pending} onActionDone={onDone} />
}
