import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../tests/expect-accessible.ts'
import { renderPart } from '../tests/render-part.tsx'
import { lazyPart } from './lazy-part.ts'

test('a part that does not load says so in its place, and the rest of the page stays', async () => {
  const load = (): Promise<{ Missing: () => null }> => Promise.reject(new Error('Failed to fetch'))
  const Missing = lazyPart(load, 'Missing')
  await renderPart(
    <>
      <p>What was typed</p>
      <Suspense fallback="Loading">
        <Missing />
      </Suspense>
    </>,
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('This part did not load')
  await expect.element(page.getByText('What was typed')).toBeVisible()
  await expectAccessible()
})
