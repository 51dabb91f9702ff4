import { readExposure } from '@envhold/contract/activity/exposure.ts'
import type { PersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { PersonalTokensTable } from './personal-tokens-table.tsx'

const token = (id: string, permissions: PersonalToken['permissions']): PersonalToken => ({
  id,
  token_name: `token ${id}`,
  token_preview: 'ppt_…',
  created_at: '2026-03-01T10:00:00.000Z',
  last_used_at: null,
  expires_at: null,
  is_expired: false,
  rate_limit_per_hour: 1_000,
  permissions,
})

test('revoking a token that manages projects says what remains of it', async () => {
  fakeApi().answers(readExposure, { environments: [], left_out: 0 })
  const tokens = [token('reader', ['read_variables']), token('manager', ['manage_projects'])]
  await renderPart(<PersonalTokensTable tokens={tokens} />)
  const remaining = page.getByText('API keys and invitations that it created remain')
  await page.getByRole('button', { name: 'Revoke token manager' }).click()
  await expect.element(remaining).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Revoke token reader' }).click()
  await expect.element(page.getByText('This action cannot be undone.')).toBeVisible()
  expect(remaining.elements()).toEqual([])
})
