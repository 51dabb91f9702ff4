import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ApiReference } from '../api/api-reference.tsx'
import { filterCalls } from './enhance-manual.ts'

it('shows the calls in which every word appears, also in fields and errors', async () => {
  const { container } = await render(<ApiReference />)
  const undo = filterCalls(container)
  const filter = page.getByRole('searchbox', { name: 'Filter calls' })
  const call = page.getByText('/projects/{id}/api-keys/{keyId}/usage').first()
  await userEvent.fill(filter, 'ip_not_allowed inject')
  await expect.element(page.getByText('4 found')).toBeInTheDocument()
  await expect.element(call).not.toBeVisible()
  await userEvent.fill(filter, 'zebra')
  await expect.element(page.getByText('No call matches')).toBeInTheDocument()
  await userEvent.fill(filter, '')
  await expect.element(call).toBeVisible()
  undo()
})
