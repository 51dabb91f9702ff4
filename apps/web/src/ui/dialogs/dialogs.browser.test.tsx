import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { Button } from '../button.tsx'
import { Field } from '../forms/field.tsx'
import { Input } from '../forms/input.tsx'
import { SearchField } from '../forms/search-field.tsx'
import { useShortcut } from '../use-shortcut.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { openDialogs } from './overlay.ts'
import { PopoverPanel } from './popover-panel.tsx'

afterEach(() => void vi.useRealTimers())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')

interface OpenerProps {
  children: (open: boolean, setOpen: (open: boolean) => void) => ReactNode
}
function Opener({ children }: OpenerProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {children(open, setOpen)}
    </>
  )
}
/** Beside the dialog, which stands in the middle. */
const clickVeil = () => page.elementLocator(document.body).click({ position: { x: 5, y: 5 }, force: true })

test('Escape first clears a search in a dialog, and then closes it where the focus was', async () => {
  const [search, opener] = [() => page.getByLabelText('Search names'), () => button('Open')]
  function Searching() {
    const [typed, setTyped] = useState('')
    return <SearchField quiet label="Search names" value={typed} onChange={setTyped} />
  }
  await renderPart(
    <Opener>
      {(open, setOpen) => (
        <Dialog open={open} onOpenChange={setOpen} title="Names" description="All of them.">
          <Searching />
        </Dialog>
      )}
    </Opener>,
  )
  await opener().click()
  await expect.element(search()).toHaveFocus()
  await expectAccessible()
  expect(openDialogs.read()).toBe(1)
  await userEvent.keyboard('ada{Escape}')
  await expect.element(search()).toHaveValue('')
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  expect(openDialogs.read()).toBe(0)
})

test('a double click on the opener does not close the dialog, and a later click beside it does', async () => {
  await renderPart(
    <Opener>
      {(open, setOpen) => (
        <Dialog open={open} onOpenChange={setOpen} title="Names">
          <Button>Inside</Button>
        </Dialog>
      )}
    </Opener>,
  )
  vi.useFakeTimers({ toFake: ['performance'] })
  await button('Open').click()
  await expect.element(dialog()).toBeVisible()
  await clickVeil()
  await expect.element(dialog()).toBeVisible()
  vi.advanceTimersByTime(501)
  await clickVeil()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a firm dialog has no way out but its own button', async () => {
  await renderPart(
    <Opener>
      {(open, setOpen) => (
        <Dialog firm open={open} onOpenChange={setOpen} title="Your key">
          <Button onClick={() => setOpen(false)}>I have it</Button>
        </Dialog>
      )}
    </Opener>,
  )
  await button('Open').click()
  await expect.element(button('I have it')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(button('Close').elements()).toEqual([])
  await expect.element(dialog()).toBeVisible()
  await button('I have it').click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the focus goes near an opener that the dialog has removed, and to the page without one', async () => {
  function Rows() {
    const [rows, setRows] = useState(['one', 'two'])
    const [dialog, setDialog] = useState<string | null>(null)
    return (
      <>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button type="button" onClick={() => setDialog(row)}>
                Delete {row}
              </button>
            </li>
          ))}
        </ul>
        <ConfirmDialog
          open={dialog !== null}
          onOpenChange={(open) => !open && setDialog(null)}
          title="Delete the row"
          description="It is gone then."
          confirmText="Delete row"
          onConfirm={() => setRows((before) => before.filter((row) => row !== dialog))}
        />
      </>
    )
  }
  await renderPart(<Rows />)
  // As in the layouts.
  page.getByRole('main').element().setAttribute('tabindex', '-1')
  await button('Delete one').click()
  await button('Delete row').click()
  await expect.element(button('Delete two')).toHaveFocus()
  await button('Delete two').click()
  await button('Delete row').click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('what is irreversible needs its name typed, anew each time', async () => {
  const done: string[] = []
  await renderPart(
    <Opener>
      {(open, setOpen) => (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title="Delete the project"
          description="It is gone then."
          confirmText="Delete project"
          typedName="shop"
          onConfirm={() => done.push('deleted')}
        />
      )}
    </Opener>,
  )
  await button('Open').click()
  const name = page.getByLabelText('Type shop to confirm')
  await expect.element(name).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('Shop{Enter}')
  await expect.element(button('Delete project')).toBeDisabled()
  await button('Cancel').click()
  await expect.element(name).not.toBeInTheDocument()
  expect(done).toEqual([])
  await button('Open').click()
  await expect.element(name).toHaveValue('')
  await userEvent.keyboard('shop{Enter}')
  await expect.element(name).not.toBeInTheDocument()
  expect(done).toEqual(['deleted'])
})

test('a confirmation is busy until it settles, and a rejection leaves it open', async () => {
  const attempts: PromiseWithResolvers<void>[] = []
  await renderPart(
    <Opener>
      {(open, setOpen) => (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title="Send it"
          description="To everybody."
          confirmText="Send"
          onConfirm={() => {
            const attempt = Promise.withResolvers<void>()
            attempts.push(attempt)
            return attempt.promise
          }}
        />
      )}
    </Opener>,
  )
  await button('Open').click()
  await button('Send').click()
  await expect.element(button('Send')).toBeDisabled()
  await expect.element(button('Send')).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Cancel')).toBeDisabled()
  await expect.element(button('Close')).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  attempts[0]?.reject(new Error('offline'))
  await expect.element(button('Send')).toBeEnabled()
  // Where it was before the button was disabled.
  await expect.element(button('Send')).toHaveFocus()
  await button('Send').click()
  await expect.element(button('Send')).toBeDisabled()
  attempts[1]?.resolve()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(attempts).toHaveLength(2)
})

test('a confirmation above a drawer closes alone', async () => {
  function Both() {
    const [asks, setAsks] = useState(false)
    return (
      <Opener>
        {(open, setOpen) => (
          <Drawer open={open} onOpenChange={setOpen} title="History" description="What was before.">
            <Button onClick={() => setAsks(true)}>Restore</Button>
            <ConfirmDialog
              open={asks}
              onOpenChange={setAsks}
              title="Restore it"
              description="As it was."
              confirmText="Restore now"
              onConfirm={() => {}}
            />
          </Drawer>
        )}
      </Opener>
    )
  }
  await renderPart(<Both />)
  await button('Open').click()
  await button('Restore').click()
  await expect.poll(() => openDialogs.read()).toBe(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(button('Restore')).toHaveFocus()
  expect(openDialogs.read()).toBe(1)
  await button('Close').click()
  await expect.element(button('Open')).toHaveFocus()
})

test.each([
  ['a desktop', 1280, 900],
  ['a phone', 390, 844],
])('a panel on %s closes by Escape, and gives the focus back', async (_device, width, height) => {
  await page.viewport(width, height)
  function Panel() {
    const [anchor, setAnchor] = useState<HTMLElement | null>(null)
    return (
      <>
        <button type="button" onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}>
          Filter
        </button>
        {anchor && (
          <PopoverPanel label="Filters" anchor={anchor} onClose={() => setAnchor(null)}>
            <Field label="Name">
              <Input />
            </Field>
          </PopoverPanel>
        )}
      </>
    )
  }
  await renderPart(<Panel />)
  await button('Filter').click()
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('ada{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(button('Filter')).toHaveFocus()
  await page.viewport(1280, 900)
})

test('a shortcut is for the page: not for fields, dialogs or keys held with it', async () => {
  function Keys() {
    const [seen, setSeen] = useState('')
    useShortcut('n', () => setSeen((before) => `${before}n`))
    useShortcut('k', () => setSeen((before) => `${before}K`), { command: true })
    return (
      <>
        <p>Seen {seen}</p>
        <label>
          Notes <textarea />
        </label>
        <label>
          <input type="checkbox" /> Done
        </label>
        <Opener>
          {(open, setOpen) => (
            <Dialog open={open} onOpenChange={setOpen} title="Names">
              <Button>Inside</Button>
            </Dialog>
          )}
        </Opener>
      </>
    )
  }
  await renderPart(<Keys />)
  await userEvent.keyboard('n{Alt>}n{/Alt}{Control>}n{/Control}')
  await expect.element(page.getByText('Seen n', { exact: true })).toBeVisible()
  await page.getByLabelText('Notes').click()
  await userEvent.keyboard('n{Control>}k{/Control}')
  await expect.element(page.getByText('Seen nK', { exact: true })).toBeVisible()
  await page.getByLabelText('Done').click()
  await userEvent.keyboard('n')
  await expect.element(page.getByText('Seen nKn', { exact: true })).toBeVisible()
  await button('Open').click()
  await expect.element(button('Inside')).toHaveFocus()
  await userEvent.keyboard('n{Control>}k{/Control}')
  await expect.element(page.getByText('Seen nKnK', { exact: true })).toBeInTheDocument()
})
