import { createLazyRoute } from '@tanstack/react-router'
import { ProjectPage } from './project-page.tsx'

export const route = createLazyRoute('/inside/project/$id')({ component: Project })

function Project() {
  const { id } = route.useParams()
  return <ProjectPage key={id} id={Number(id)} search={route.useSearch()} />
}
