import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleApiKey } from '../../tests/samples.ts'
import { ApiKeyCard } from './api-key-card.tsx'

test('a key that an operator deactivated says so, and why', async () => {
  const apiKey = sampleApiKey({
    is_active: false,
    deactivated_at: '2026-03-01T10:00:00.000Z',
    deactivated_reason: 'Published in a repository',
  })
  const nothing = () => {}
  await renderPart(
    <ApiKeyCard apiKey={apiKey} environments={[]} onUsage={nothing} onEdit={nothing} onDelete={nothing} />,
  )
  await expect.element(page.getByText('Deactivated by an operator')).toBeVisible()
  await expect.element(page.getByText('Reason: Published in a repository')).toBeVisible()
  await expect.element(page.getByText(/It cannot be activated again/)).toBeVisible()
  await expectAccessible()
})
