import { createLazyRoute } from '@tanstack/react-router'
import { withLastView } from './last-project-view.ts'
import { ProjectPage } from './project-page.tsx'

export const route = createLazyRoute('/inside/project/$id')({ component: Project })

function Project() {
  const { id } = route.useParams()
  const search = withLastView(localStorage, Number(id), route.useSearch())
  return <ProjectPage key={id} id={Number(id)} search={search} />
}
