import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../tests/render-part.tsx'
import { CrashPage } from './full-page.tsx'

test('a page that stopped says what is safe and what may be lost, and nothing of the server', async () => {
  await renderPart(<CrashPage error={new Error('a secret value')} />)
  await expect.element(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible()
  await expect.element(page.getByText('Everything you saved is safe on the server.')).toBeVisible()
  await expect.element(page.getByText('What you were typing may be lost.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(document.body.textContent).not.toMatch(/secret value|cannot be reached/)
})
