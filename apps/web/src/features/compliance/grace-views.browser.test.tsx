import { listArchivedProjects } from '@envhold/contract/archive/archive.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleArchive, sampleArchivedProject, sampleCompliance } from '../../tests/samples.ts'
import { graceViews } from './grace-views.tsx'

test.each([
  [1, 'Upgrade to restore the projects that were archived when the grace period ended.'],
  [0, 'You can restore it while your plan has a free place.'],
])('with %s projects that need an upgrade, the plan says: %s', async (hiddenCount, text) => {
  const api = fakeApi()
  api.answers(listArchivedProjects, sampleArchive([sampleArchivedProject()], { hiddenCount }))
  const compliance = sampleCompliance({
    compliant: true,
    inGracePeriod: false,
    gracePeriodEnd: null,
    archivedProjects: 1,
  })
  await renderPart(<graceViews.PlanRow compliance={compliance} />)
  await expect.element(page.getByText(text)).toBeVisible()
})
