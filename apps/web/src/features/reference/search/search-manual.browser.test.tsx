import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SearchBox } from '../page/docs-content.tsx'
import { makeIndex, openIndex, type Search, type SearchEntry } from './open-index.ts'
import { searchManual } from './search-manual.ts'

const entry = (id: string, title: string): SearchEntry => ({
  id,
  title,
  place: 'Overview',
  text: `About ${title}`,
  alias: '',
  weight: 1,
})
const searchOf = (...entries: readonly SearchEntry[]) => openIndex(makeIndex(entries))
const recovery = searchOf(entry('recovery-key', 'Recovery key'), entry('recovery-codes', 'Recovery codes'))
const field = () => page.getByRole('combobox', { name: 'Search the documentation' })

let undo = () => {}
afterEach(() => {
  undo()
  location.hash = ''
})

async function renderSearch(loadSearch: () => Promise<Search>): Promise<void> {
  const { container } = await render(<SearchBox />)
  undo = searchManual(container, loadSearch)
}

describe('the search field of the manual', () => {
  it('is focused by a slash and works by keyboard', async () => {
    await renderSearch(async () => recovery)
    await userEvent.keyboard('/recovery')
    await expect.element(field()).toHaveFocus()
    await expect.element(field()).toHaveValue('recovery')
    await expect.element(page.getByText('2 results')).toBeInTheDocument()
    const second = page.getByRole('option').nth(1)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(second).toHaveAttribute('aria-selected', 'true')
    expect(field().element().getAttribute('aria-activedescendant')).toBe(second.element().id)
    const href = second.element().getAttribute('href')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => location.hash).toBe(href)
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
  })

  it('says that nothing was found, and for what', async () => {
    await renderSearch(async () => recovery)
    await userEvent.fill(field(), 'zebra')
    await expect.element(page.getByText('Nothing found for ‘zebra’')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('Nothing found for ‘zebra’')).not.toBeVisible()
  })

  it('says when the index cannot be loaded, and tries again with the next key', async () => {
    let calls = 0
    await renderSearch(async () => {
      calls++
      if (calls <= 2) throw new Error('offline')
      return recovery
    })
    await userEvent.fill(field(), 'rec')
    await expect.element(page.getByText('The search could not be loaded')).toBeVisible()
    await userEvent.fill(field(), 'recovery key')
    await expect.element(page.getByRole('option').first()).toHaveTextContent('Recovery key')
  })

  it('shows text as text', async () => {
    await renderSearch(async () => searchOf(entry('x', '<img src=x onerror=alert(1)>')))
    await userEvent.fill(field(), 'img')
    await expect.element(page.getByRole('option')).toHaveTextContent('<img src=x onerror=alert(1)>')
    expect(document.querySelector('#manual-results img')).toBeNull()
  })
})
