import { createLazyRoute } from '@tanstack/react-router'
import { useSearchAction } from '../../search.ts'
import { ProjectPage } from './project-page.tsx'
import { withLastView } from './use-project-place.ts'

export const route = createLazyRoute('/inside/project/$id')({ component: ProjectOfRoute })

function ProjectOfRoute() {
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const { action, ...search } = withLastView(localStorage, Number(id), route.useSearch())
  const { pending, onDone } = useSearchAction(
    action,
    () => void navigate({ search: ({ action: _, ...rest }) => rest, replace: true, ignoreBlocker: true }),
  )
  return <ProjectPage key={id} id={Number(id)} search={search} action={pending} onActionDone={onDone} />
}
