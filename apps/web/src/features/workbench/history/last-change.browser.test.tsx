import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { LastChange } from './last-change.tsx'

test.each([
  [400, true],
  [24, false],
])('the time of the last change is visible in %i px: %s', async (width, isVisible) => {
  fakeApi()
  await page.viewport(1440, 900)
  await renderPart(
    <div style={{ width }} className="flex">
      <LastChange environment={sampleEnvironment()} canWrite className="min-w-0 px-2" />
    </div>,
  )
  const button = page.getByRole('button', { name: /by ada$/ })
  await expect.element(button).toBeInTheDocument()
  const box = () => button.element().getBoundingClientRect()
  const time = () => button.element().querySelector('time')?.getBoundingClientRect() ?? new DOMRect()
  // A line that does not fit begins in the lower padding, above its letters.
  await expect.poll(() => time().top + 4 < box().bottom).toBe(isVisible)
  if (isVisible) await expect.poll(() => time().right <= box().right).toBe(true)
})
