import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { Button } from '../button.tsx'
import { CommandItem, CommandMenu } from '../dialogs/command-menu.tsx'
import { DropdownMenu, DropdownMenuChoices, DropdownMenuItem } from '../dialogs/dropdown-menu.tsx'
import { LoadingCommandMenu } from '../dialogs/loading-command-menu.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { ChoiceCards, SegmentedControl } from './choices.tsx'
import { DelayedSearchField, SearchField } from './search-field.tsx'
import { SearchSelect } from './search-select.tsx'
import { CheckList } from './searchable.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const focus = async (name: string) => {
  await expect.element(button(name)).toBeVisible()
  button(name).element().focus()
}
const check = (name: string) => page.getByRole('checkbox', { name, exact: true })
const names = (count: number) => Array.from({ length: count }, (_, index) => `env-${index + 1}`)
const chosenText = (text: string) => page.getByText(`Chosen: ${text}`, { exact: true })

function List({ count }: { count: number }) {
  const [chosen, setChosen] = useState<number[]>([3, 1])
  const options = names(count).map((label, value) => ({ value, label }))
  return (
    <fieldset>
      <legend>Environments</legend>
      <CheckList offersAll noun="environments" options={options} chosen={chosen} onChange={setChosen} />
      <p>Chosen: {chosen.join(', ')}</p>
    </fieldset>
  )
}

test('a short list has no search, and what is chosen keeps the order of the options', async () => {
  await renderPart(<List count={5} />)
  expect(page.getByRole('searchbox').elements()).toEqual([])
  await expect.element(check('Select all')).toBePartiallyChecked()
  await check('env-1').click()
  await expect.element(chosenText('0, 1, 3')).toBeVisible()
  await check('Select all').click()
  await expect.element(chosenText('0, 1, 2, 3, 4')).toBeVisible()
  await check('Select all').click()
  await expect.element(chosenText('')).toBeVisible()
})

test('all that a search finds are chosen at once, and what it hides stays chosen', async () => {
  await renderPart(<List count={12} />)
  await expect.element(page.getByText('2 of 12 chosen')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search environments' }).fill('ENV-1')
  await check('Select the 4 found').click()
  await expect.element(chosenText('0, 1, 3, 9, 10, 11')).toBeVisible()
  await userEvent.click(page.getByRole('searchbox'))
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(check('Select the 4 found')).toHaveFocus()
  await page.getByRole('searchbox').fill('nothing')
  await expect.element(page.getByText('No environment matches “nothing”.')).toBeVisible()
  await expectAccessible()
})

function Single() {
  const [value, setValue] = useState('env-2')
  const options = names(12).map((name) => ({ value: name, label: name }))
  return (
    <>
      <SearchSelect
        label="Environment"
        noun="environments"
        options={options}
        value={value}
        onChange={setValue}
      />
      <p>Chosen: {value}</p>
    </>
  )
}

test('one of many is found and chosen by the keyboard alone', async () => {
  await renderPart(<Single />)
  await focus('Environment: env-2')
  await userEvent.keyboard('{Enter}')
  const search = page.getByRole('searchbox', { name: 'Search environments' })
  await expect.element(search).toHaveFocus()
  await expect
    .element(page.getByRole('option', { name: 'env-2', exact: true }))
    .toHaveAttribute('aria-selected', 'true')
  await expectAccessible()
  await userEvent.keyboard('env-1{Escape}')
  await expect.element(search).toHaveValue('')
  await userEvent.keyboard('env-1')
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(4)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.element(page.getByRole('option', { name: 'env-10' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(chosenText('env-10')).toBeVisible()
  await expect.element(button('Environment: env-10')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(search).not.toBeInTheDocument()
  await expect.element(chosenText('env-10')).toBeVisible()
})

const views = ['table', 'grid', 'text'] as const

test('the arrows move a choice and select it, in both looks', async () => {
  function Views() {
    const [value, setValue] = useState<(typeof views)[number]>('table')
    return (
      <>
        <SegmentedControl
          label="View"
          options={views.map((view) => ({ value: view, label: view }))}
          value={value}
          onValueChange={setValue}
        />
        <ChoiceCards
          label="Default view"
          options={views.map((view) => ({ value: view, title: `As ${view}`, hint: 'On each visit' }))}
          value={value}
          onValueChange={setValue}
        />
        <p>Chosen: {value}</p>
      </>
    )
  }
  await renderPart(<Views />)
  await page.getByRole('radio', { name: 'table', exact: true }).click()
  await userEvent.keyboard('{ArrowRight>}')
  await expect.element(chosenText('grid')).toBeVisible()
  await userEvent.keyboard('{/ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'grid', exact: true })).toHaveFocus()
  await page.getByRole('radio', { name: /As text/ }).click()
  await expect.element(chosenText('text')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'text', exact: true })).toBeChecked()
  await expectAccessible()
})

test('a menu opens by the arrow, runs one item and gives the focus back', async () => {
  function Menu() {
    const [done, setDone] = useState('')
    const [color, setColor] = useState('sky')
    return (
      <>
        <DropdownMenu trigger={<Button>More</Button>}>
          <DropdownMenuItem onSelect={() => setDone('renamed')}>Rename</DropdownMenuItem>
          <DropdownMenuItem disabled onSelect={() => setDone('moved')}>
            Move
          </DropdownMenuItem>
          <DropdownMenuChoices
            options={['sky', 'plum'].map((value) => ({ value, label: value }))}
            value={color}
            onValueChange={setColor}
          />
          <DropdownMenuItem danger onSelect={() => setDone('deleted')}>
            Delete
          </DropdownMenuItem>
        </DropdownMenu>
        <p>
          Chosen: {done} {color}
        </p>
      </>
    )
  }
  await renderPart(<Menu />)
  await focus('More')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect.element(page.getByRole('menuitemradio', { name: 'sky' })).toBeChecked()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(button('More')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  // The focus follows a key a moment later.
  for (const name of ['sky', 'plum']) {
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('menuitemradio', { name })).toHaveFocus()
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(chosenText('plum')).toBeVisible()
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(chosenText('deleted plum')).toBeVisible()
  await expect.element(button('More')).toHaveFocus()
})

test('tabs open by the arrows, and only those that are to keep keep what was typed', async () => {
  const field = (name: string) => (
    <label>
      {name} <input />
    </label>
  )
  await renderPart(
    <Tabs
      label="Views"
      tabs={[
        { value: 'a', label: 'Kept', content: field('First'), keep: true },
        { value: 'b', label: 'Dropped', content: field('Second') },
      ]}
    />,
  )
  await page.getByLabelText('First').fill('one')
  await page.getByRole('tab', { name: 'Kept' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await page.getByLabelText('Second').fill('two')
  await expect.element(page.getByLabelText('First')).not.toBeVisible()
  await expectAccessible()
  await page.getByRole('tab', { name: 'Kept' }).click()
  await expect.element(page.getByLabelText('First')).toHaveValue('one')
  await page.getByRole('tab', { name: 'Dropped' }).click()
  await expect.element(page.getByLabelText('Second')).toHaveValue('')
})

test('slash goes to the search, Escape clears it and then leaves it', async () => {
  function Searching() {
    const [value, setValue] = useState('')
    return (
      <>
        <SearchField label="Search keys" value={value} onChange={setValue} />
        <p>Chosen: {value}</p>
      </>
    )
  }
  await renderPart(<Searching />)
  const search = page.getByRole('searchbox')
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('a/b')
  await expect.element(chosenText('a/b')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(chosenText('')).toBeVisible()
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(search).not.toHaveFocus()
  await search.fill('x')
  await button('Clear search').click()
  await expect.element(search).toHaveFocus()
  await expect.element(chosenText('')).toBeVisible()
})

test('a search on the server waits for a pause, and its echo does not overwrite what is typed', async () => {
  const searches: string[] = []
  function Searching() {
    const [value, setValue] = useState('')
    const ask = (search: string) => {
      searches.push(search)
      setValue(search)
    }
    return (
      <>
        <DelayedSearchField
          label="Search people"
          value={value}
          onChange={ask}
          clean={(typed) => typed.replace('@', '')}
        />
        <button type="button" onClick={() => setValue('from outside')}>
          Set
        </button>
      </>
    )
  }
  await renderPart(<Searching />)
  const search = page.getByRole('searchbox')
  await search.fill(' @ada ')
  await expect.element(search).toHaveValue(' ada ')
  await expect.poll(() => searches).toEqual(['ada'])
  await expect.element(search).toHaveValue(' ada ')
  await button('Set').click()
  await expect.element(search).toHaveValue('from outside')
  await button('Clear search').click()
  await expect.poll(() => searches).toEqual(['ada', ''])
})

const commands = ['Open project', 'Open account', 'Lock vault']
function Commands() {
  const [open, setOpen] = useState(true)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState('')
  const matches = commands.filter((name) => name.toLowerCase().includes(search))
  return (
    <>
      <CommandMenu
        open={open}
        onOpenChange={setOpen}
        search={search}
        onSearch={setSearch}
        restoreFocus={() => {}}
        count={matches.length}
        first={matches[0]}
      >
        {matches.map((name) => (
          <CommandItem key={name} value={name} onSelect={() => setChosen(name)}>
            {name}
          </CommandItem>
        ))}
      </CommandMenu>
      <p>Chosen: {chosen}</p>
    </>
  )
}

test('the first command that is found runs with Enter, and the arrows go round', async () => {
  await renderPart(<Commands />)
  const field = page.getByRole('combobox')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('open')
  await expect.element(page.getByRole('status').first()).toHaveTextContent('2 results')
  await userEvent.keyboard('{Enter}')
  await expect.element(chosenText('Open project')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(chosenText('Open account')).toBeInTheDocument()
  await field.fill('none')
  await expect.element(page.getByText('Nothing matches “none”.')).toBeVisible()
  await field.fill('lock')
  await userEvent.keyboard('{Enter}')
  await expect.element(chosenText('Lock vault')).toBeInTheDocument()
})

test('before its code has loaded, the command menu takes letters and can be closed', async () => {
  function Loading() {
    const [isOpen, setOpen] = useState(true)
    const [search, setSearch] = useState('')
    return (
      <>
        {isOpen && (
          <LoadingCommandMenu
            search={search}
            onSearch={setSearch}
            onOpenChange={setOpen}
            restoreFocus={() => {}}
          />
        )}
        <p>Chosen: {search}</p>
      </>
    )
  }
  await renderPart(<Loading />)
  await expect.element(page.getByLabelText('Commands')).toHaveFocus()
  await userEvent.keyboard('op{Tab}en')
  await expect.element(chosenText('open')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
