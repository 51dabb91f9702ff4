import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { Button } from '../button.tsx'
import { deferred } from '../deferred.tsx'
import { styleSingleton } from '../dialogs/style-singleton.ts'
import { SecretField } from '../forms/secret-field.tsx'
import { IconButton } from '../icon-button.tsx'
import { OneOpenSetting, SettingFormRow } from '../layout/setting-row.tsx'
import { PageButtons, Pager } from '../lists/pager.tsx'
import { CopyButton } from '../text/copy-button.tsx'
import { Blocked, Changing, useChange } from './blocked.tsx'
import { flashToast } from './flash-toast.ts'
import { showCarriedToasts } from './show-carried-toasts.ts'
import { SlowNote } from './slow-note.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const fakeTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const said = (text: string) => page.getByText(`Said: ${text}`, { exact: true })
/** Stands for the clipboard, which a page without the focus may not write to. */
function fakeClipboard() {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text)
  })
  return copied
}

test('what is copied is never shown, and the button says that it was', async () => {
  const copied = fakeClipboard()
  const read = Promise.withResolvers<string>()
  await renderPart(<CopyButton label="Copy DATABASE_URL" text={() => read.promise} />)
  await button('Copy DATABASE_URL').click()
  expect(page.getByText('Copied').elements()).toEqual([])
  fakeTimeouts()
  read.resolve('postgres://secret')
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied')
  await expect.element(button('Copied')).toBeVisible()
  expect(copied).toEqual(['postgres://secret'])
  expect(document.body.textContent).not.toContain('postgres://secret')
  vi.advanceTimersByTime(2_000)
  await expect.element(button('Copy DATABASE_URL')).toBeVisible()
})

const values = ['postgres://one', '']
const Secrets = () =>
  values.map((value, index) => <SecretField key={value} value={value} label={`VALUE_${index}`} />)
const shownValue = (name: string) => page.getByRole('status', { name })

test('a page reveals one value at a time, and hides it when the focus leaves it', async () => {
  await renderPart(<Secrets />)
  expect(document.body.innerHTML).not.toContain('postgres://one')
  await button('Reveal VALUE_0').click()
  await expect.element(shownValue('VALUE_0')).toHaveTextContent('postgres://one')
  await expectAccessible()
  await button('Reveal VALUE_1').click()
  await expect.element(shownValue('VALUE_1')).toHaveTextContent('empty')
  await expect.element(shownValue('VALUE_0')).not.toBeInTheDocument()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(shownValue('VALUE_1')).not.toBeInTheDocument()
})

test.each([
  ['after 30 seconds', () => vi.advanceTimersByTime(30_000)],
  ['when the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
])('a revealed value hides %s', async (_when, happen) => {
  await renderPart(<Secrets />)
  fakeTimeouts()
  await button('Reveal VALUE_0').click()
  await expect.element(shownValue('VALUE_0')).toBeVisible()
  vi.advanceTimersByTime(29_000)
  await expect.element(button('Hide VALUE_0')).toBeVisible()
  happen()
  await expect.element(button('Reveal VALUE_0')).toBeVisible()
  expect(document.body.innerHTML).not.toContain('postgres://one')
})

test('a value that is not read yet is asked for once, and says so', async () => {
  function Late() {
    const [value, setValue] = useState<string>()
    const [times, setTimes] = useState(0)
    return (
      <>
        <SecretField value={value} label="KEY" onReveal={() => setTimes(times + 1)} />
        <button type="button" onClick={() => setValue('abc')}>
          Arrive
        </button>
        <p>Said: {times}</p>
      </>
    )
  }
  await renderPart(<Late />)
  await button('Reveal KEY').click()
  await expect.element(shownValue('KEY')).toHaveTextContent('Loading…')
  await button('Hide KEY').click()
  await expect.element(said('1')).toBeVisible()
})

test('a tooltip explains by pointer and by keyboard, and Escape closes it', async () => {
  await renderPart(
    <>
      <label className="mb-24 block">
        Before <input />
      </label>
      <IconButton label="Delete the row">x</IconButton>
    </>,
  )
  const tooltip = page.getByRole('tooltip')
  await page.getByLabelText('Before').click()
  await button('Delete the row').hover()
  await expect.element(tooltip).toHaveTextContent('Delete the row')
  await page.getByLabelText('Before').click()
  await expect.element(tooltip).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Delete the row')).toHaveFocus()
  await expect.element(tooltip).toBeVisible()
  await expect.element(button('Delete the row')).toHaveAccessibleDescription('Delete the row')
  await userEvent.keyboard('{Escape}')
  await expect.element(tooltip).not.toBeInTheDocument()
})

test('what is blocked stays in place, says why and does nothing', async () => {
  function Page() {
    const [text, setText] = useState('')
    const change = useChange()
    return (
      <>
        <Changing>
          <Button onClick={() => setText('saved')}>Save</Button>
        </Changing>
        <IconButton changes label="Remove" onClick={() => setText('removed')}>
          x
        </IconButton>
        <IconButton label="Look" onClick={() => setText('looked')}>
          x
        </IconButton>
        <button type="button" onClick={() => change(() => setText('changed'))}>
          By key
        </button>
        <p>Said: {text}</p>
      </>
    )
  }
  function Host() {
    const [reason, setReason] = useState<string | undefined>('The project is read-only')
    return (
      <Blocked value={reason}>
        <Page />
        <button type="button" onClick={() => setReason(undefined)}>
          Lift
        </button>
      </Blocked>
    )
  }
  await renderPart(<Host />)
  for (const name of ['Save', 'Remove']) {
    await button(name).click({ force: true })
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('The project is read-only')
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
  }
  await button('By key').click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'read-only' })).toBeVisible()
  await expect.element(said('')).toBeInTheDocument()
  await button('Look').click()
  await expect.element(said('looked')).toBeVisible()
  await button('Lift').click()
  await button('Save').click()
  await expect.element(said('saved')).toBeVisible()
  await button('By key').click()
  await expect.element(said('changed')).toBeVisible()
})

test('slow work is explained after five seconds, and no longer once it is done', async () => {
  const note = page.getByText('Please wait.')
  function Work() {
    const [busy, setBusy] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setBusy(!busy)}>
          Toggle
        </button>
        <SlowNote busy={busy}>Please wait.</SlowNote>
      </>
    )
  }
  await renderPart(<Work />)
  fakeTimeouts()
  await button('Toggle').click()
  vi.advanceTimersByTime(4_999)
  expect(note.elements()).toEqual([])
  vi.advanceTimersByTime(1)
  await expect.element(note).toBeVisible()
  await button('Toggle').click()
  await expect.element(note).not.toBeInTheDocument()
  await button('Toggle').click()
  vi.advanceTimersByTime(4_000)
  expect(note.elements()).toEqual([])
})

test('code that could not be loaded is asked for again, and what stands in for it shows until then', async () => {
  let loads = 0
  const Late = deferred<{ name: string }>(
    async () => {
      loads += 1
      if (loads === 1) throw new Error('offline')
      return ({ name }) => <p>Hello {name}</p>
    },
    () => <p>One moment</p>,
  )
  await renderPart(<Late name="Ada" />)
  await expect.element(page.getByText('One moment')).toBeVisible()
  await expect.element(page.getByText('Hello Ada')).toBeVisible()
  expect(loads).toBe(2)
})

test('pages are turned as far as there are any', async () => {
  function Paged() {
    const [at, setAt] = useState(1)
    return (
      <>
        <Pager label="events" page={at} totalPages={3} onPage={setAt} />
        <PageButtons label="people" page={at} totalPages={3} onPage={setAt} />
      </>
    )
  }
  await renderPart(<Paged />)
  const pager = page.getByRole('navigation', { name: 'Pages of events' })
  const where = pager.getByRole('status')
  await pager.getByRole('button', { name: 'Previous' }).click({ force: true })
  await expect.element(where).toHaveTextContent('Page 1 of 3')
  await pager.getByRole('button', { name: 'Next' }).click()
  await expect.element(where).toHaveTextContent('Page 2 of 3')
  await button('Page 3').click()
  await expect.element(where).toHaveTextContent('Page 3 of 3')
  await expect.element(button('Page 3')).toHaveAttribute('aria-current', 'page')
  await pager.getByRole('button', { name: 'Next' }).click({ force: true })
  await expect.element(where).toHaveTextContent('Page 3 of 3')
})

test('messages of the page before show here, whatever their kind', async () => {
  flashToast('success', 'Signed out')
  flashToast('shout', 'Something')
  await renderPart(null)
  showCarriedToasts()
  await expect.element(page.getByText('Signed out')).toBeVisible()
  await expect.element(page.getByText('Something')).toBeVisible()
})

test('a link to a setting opens it, and its button says whether it is open', async () => {
  history.replaceState(null, '', '#second')
  const row = (id: string) => (
    <SettingFormRow
      id={id}
      title={id}
      description="About it"
      actionText="Change"
      actionLabel={`Change ${id}`}
    >
      {(close) => <Button onClick={close}>Save {id}</Button>}
    </SettingFormRow>
  )
  await renderPart(
    <OneOpenSetting>
      {row('first')}
      {row('second')}
    </OneOpenSetting>,
  )
  history.replaceState(null, '', location.pathname + location.search)
  await expect.element(button('Save second')).toBeVisible()
  await expect.element(button('Cancel: second')).toHaveAttribute('aria-expanded', 'true')
  await button('Change first').click()
  await expect.element(button('Save second')).not.toBeInTheDocument()
  await button('Save first').click()
  await expect.element(button('Change first')).toHaveFocus()
})

test('a style that several parts use stands once, and goes with the last of them', async () => {
  const Style = styleSingleton()
  const count = () => document.adoptedStyleSheets.length
  function Host() {
    const [parts, setParts] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setParts(parts + 1)}>
          Add
        </button>
        <button type="button" onClick={() => setParts(parts - 1)}>
          Drop
        </button>
        <p>Said: {parts}</p>
        {Array.from({ length: parts }, (_, index) => index).map((index) => (
          <Style key={index} styles="p { outline: 3px solid rgb(1, 2, 3) }" />
        ))}
      </>
    )
  }
  await renderPart(<Host />)
  const before = count()
  for (const expected of ['1', '2']) {
    await button('Add').click()
    await expect.element(said(expected)).toBeVisible()
    expect(count()).toBe(before + 1)
  }
  await expect.element(said('2')).toHaveStyle({ outlineColor: 'rgb(1, 2, 3)' })
  await button('Drop').click()
  await expect.element(said('1')).toBeVisible()
  expect(count()).toBe(before + 1)
  await button('Drop').click()
  await expect.element(said('0')).toBeVisible()
  expect(count()).toBe(before)
})
