import { updateProject } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleProject } from '../../tests/samples.ts'
import { ProjectFormDialog } from './project-form-dialog.tsx'

test('only what was changed is sent: another tab may have changed the rest', async () => {
  const api = fakeApi()
  const project = sampleProject()
  api.answers(updateProject, { project: { ...project, description: 'What we sell' } })
  await renderPart(<ProjectFormDialog project={project} onClose={() => {}} />)
  await page.getByLabelText('Description').fill('What we sell')
  await page.getByRole('button', { name: 'Save project' }).click()
  await expect
    .poll(() => api.sent(updateProject).map(({ body }) => body))
    .toEqual([{ description: 'What we sell' }])
})
