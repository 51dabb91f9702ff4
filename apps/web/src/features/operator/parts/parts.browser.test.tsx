import { deleteProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { useApi } from '../../../connection/use-api.ts'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { DataTable, ResultsPager } from './data-table.tsx'
import { CopyableId, DetailsDrawer } from './details-drawer.tsx'
import { FilterBar, FilterSelect, pageFilter, useFilters } from './filters.tsx'
import { QueryState } from './query-state.tsx'
import { TypedConfirmDialog } from './typed-confirm-dialog.tsx'

const filters = z.object({
  page: pageFilter,
  status: z.enum(['all', 'ACTIVE', 'SUSPENDED']).catch('all'),
  search: z.string().max(200).catch(''),
})
const people = [
  { id: 1, name: 'ada' },
  { id: 2, name: 'grace' },
]

function List() {
  const [{ page: at, status, search }, setFilters] = useFilters(filters)
  const [opened, setOpened] = useState<(typeof people)[number] | null>(null)
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Status"
          value={status}
          options={[
            { value: 'all', label: 'All Status' },
            { value: 'ACTIVE', label: 'Active' },
          ]}
          onChange={(next) => setFilters({ status: next })}
        />
        <p>{`${at} ${status} ${search}`}</p>
      </FilterBar>
      <DataTable
        label="Users"
        rows={people}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        columns={[
          { head: 'User', cell: ({ name }) => name },
          { head: 'ID', cell: ({ id }) => `Number ${id}`, align: 'right' },
          {
            head: 'Actions',
            hidesHead: true,
            cell: ({ name }) => <button type="button">Act on {name}</button>,
          },
        ]}
      />
      <ResultsPager
        label="users"
        pagination={{ page: at, limit: 20, total: 45, pages: 3 }}
        onPage={(page, options) => setFilters({ page }, options)}
      />
      <DetailsDrawer
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened?.name}
        facts={{ ID: <CopyableId id={opened?.id ?? ''} label="ID" /> }}
        timeline={[{ id: 1, at: '2026-01-01T00:00:00.000Z', title: 'Suspended', detail: 'Spam' }]}
        danger={<button type="button">Force Delete</button>}
      />
    </>
  )
}

test('filters are kept in the address; another filter shows the first page', async () => {
  const { location } = await renderPart(<List />, { path: '/admin?page=2&search=ada&status=NOWHERE' })
  await expect.element(page.getByText('2 all ada')).toBeVisible()
  await expect.element(page.getByText('Showing 21 to 40 of 45 results')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('Showing 41 to 45 of 45 results')).toBeVisible()
  expect(location()).toBe('/admin?page=3&search=ada')
  await page.getByLabelText('Status').selectOptions('ACTIVE')
  await expect.element(page.getByText('1 ACTIVE ada')).toBeVisible()
  expect(location()).toBe('/admin?status=ACTIVE&search=ada')
  await page.getByLabelText('Status').selectOptions('all')
  await expect.poll(() => location()).toBe('/admin?search=ada')
  await expectAccessible()
})

test('a page past the last one is replaced by the last', async () => {
  const { location } = await renderPart(<List />, { path: '/admin?page=999&search=ada' })
  await expect.element(page.getByText('Showing 41 to 45 of 45 results')).toBeVisible()
  await expect.poll(() => location()).toBe('/admin?page=3&search=ada')
})

test('a row opens by its first cell and by a click, not by its own buttons', async () => {
  await renderPart(<List />)
  const drawer = (name: string) => page.getByRole('dialog', { name })
  await page.getByText('Act on ada').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByText('Number 2').click()
  await expect.element(drawer('grace')).toBeVisible()
  await expect.element(page.getByText('Danger zone')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'ada', exact: true }).click()
  await expect.element(drawer('ada')).toBeVisible()
})

test('an act needs its reason and its word, and says why it failed', async () => {
  const reasons: string[] = []
  await renderPart(() => {
    const [open, setOpen] = useState(true)
    return (
      <TypedConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Force Delete"
        description="This cannot be undone."
        confirmText="Delete user"
        typedWord="ada"
        reason={{}}
        errors={{ fallback: 'Failed to delete user' }}
        onConfirm={async (reason) => {
          reasons.push(reason)
          if (reasons.length === 1) throw new Error('no')
        }}
      />
    )
  })
  const button = page.getByRole('button', { name: 'Delete user' })
  await expect.element(button).toBeDisabled()
  await page.getByLabelText('Reason').fill('  ')
  await page.getByLabelText('Type ada to confirm').fill('ada')
  await expect.element(button).toBeDisabled()
  await page.getByLabelText('Reason').fill(' Spam ')
  await page.getByLabelText('Type ada to confirm').fill('Ada')
  await expect.element(button).toBeDisabled()
  await page.getByLabelText('Type ada to confirm').fill('ada')
  await button.click()
  await expect.element(page.getByText('Failed to delete user')).toBeVisible()
  await expect.element(page.getByLabelText('Reason')).toHaveValue(' Spam ')
  await expectAccessible()
  await button.click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(reasons).toEqual(['Spam', 'Spam'])
})

test('an act that has a reason asks before it is closed', async () => {
  const { connection } = await renderPart(() => {
    const [open, setOpen] = useState(true)
    return (
      <TypedConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Suspend User"
        confirmText="Suspend User"
        reason={{}}
        onConfirm={async () => {}}
      />
    )
  })
  await page.getByLabelText('Reason').fill('Spam')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => connection.unsaved.question.read()).toBe('typed')
  connection.unsaved.answer(false)
  await expect.element(page.getByLabelText('Reason')).toHaveValue('Spam')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => connection.unsaved.question.read()).toBe('typed')
  connection.unsaved.answer(true)
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

function Projects() {
  const api = useApi()
  const query = useQuery({ queryKey: ['projects'], queryFn: () => api.call(listProjects, {}), retry: false })
  return (
    <QueryState query={query} call="listEveryApiKey" failure="Failed to load API keys">
      {({ projects }) => <p>{projects.length} loaded</p>}
    </QueryState>
  )
}

test('a query that failed says why, and is asked again', async () => {
  const api = fakeApi()
  api.rejects(listProjects, 'INTERNAL')
  await renderPart(<Projects />)
  await expect.element(page.getByText('Failed to load API keys')).toBeVisible()
  await expectAccessible()
  api.answers(listProjects, {
    projects: [],
    pagination: { page: 1, limit: 20, total: 0, total_pages: 0 },
  } as never)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('0 loaded')).toBeVisible()
})

test('who lacks the permission reads which', async () => {
  const api = fakeApi()
  api.rejects(listProjects, 'FORBIDDEN')
  await renderPart(<Projects />)
  await expect.element(page.getByText('Your role lacks the permission admin.stats')).toBeVisible()
  expect(api.sent(deleteProject)).toEqual([])
})

test('what does not exist is not asked for again', async () => {
  fakeApi().rejects(listProjects, 'NOT_FOUND')
  await renderPart(<Projects />)
  await expect.element(page.getByText('This does not exist')).toBeVisible()
  expect(page.getByRole('button', { name: 'Retry' }).elements()).toEqual([])
})
