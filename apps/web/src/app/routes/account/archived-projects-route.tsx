import { createLazyRoute } from '@tanstack/react-router'
import { ArchivedProjectsPage } from '../../../features/compliance/archive/archived-projects-page.tsx'
import { DownloadProject } from '../../../features/export/download-everything.tsx'

export const route = createLazyRoute('/inside/account-frame/account/archived-projects')({
  component: ArchivedProjects,
})

function ArchivedProjects() {
  return <ArchivedProjectsPage download={({ id, name }) => <DownloadProject projectId={id} name={name} />} />
}
