import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../tests/render-part.tsx'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from '../dialogs/dialog.tsx'
import { Drawer } from '../dialogs/drawer.tsx'
import { ListRow, ListTable } from '../lists/list-table.tsx'
import { GridCell } from '../lists/table.tsx'
import { dismissToasts } from './sonner-toaster.tsx'
import { toast } from './toast.ts'

const long = (
  <>
    <p className="whitespace-pre-line">{'A line\n'.repeat(40)}</p>
    <Button variant="secondary">Last</Button>
  </>
)

function Opener({ kind }: { kind: 'dialog' | 'drawer' }) {
  const [open, setOpen] = useState(true)
  const props = { open, onOpenChange: setOpen, title: 'Long' }
  return kind === 'dialog' ? (
    <Dialog {...props} size="xl">
      {long}
      <DialogActions>
        <Button>Save</Button>
      </DialogActions>
    </Dialog>
  ) : (
    <Drawer {...props}>{long}</Drawer>
  )
}

const messageBox = () => document.querySelector('[data-sonner-toast]')?.getBoundingClientRect()

/** Where the message is once it has come into sight and no longer moves. */
async function restingBox(): Promise<DOMRect> {
  let last = messageBox()
  await expect
    .poll(
      () => {
        const [before, now] = [last, messageBox()]
        last = now
        const isInside = now !== undefined && now.top >= 0 && now.bottom <= innerHeight
        return isInside && now.top === before?.top && now.height === before.height
      },
      { interval: 250 },
    )
    .toBe(true)
  return last ?? new DOMRect()
}

/** The title and the controls of the dialog that a message covers. */
const coveredBy = (message: DOMRect): readonly (string | null)[] =>
  [...document.querySelectorAll('[role=dialog] :is(button, h2)')]
    .filter((part) => {
      const box = part.getBoundingClientRect()
      const isBeside = box.right <= message.left || box.left >= message.right
      return !isBeside && box.bottom > message.top && box.top < message.bottom
    })
    .map((part) => part.getAttribute('aria-label') ?? part.textContent)

test.each([
  ['dialog', 390, 844],
  ['dialog', 768, 900],
  ['dialog', 1440, 900],
  ['drawer', 390, 844],
  ['drawer', 768, 900],
  ['drawer', 1440, 900],
] as const)('a message covers no control of a %s at %i × %i', async (kind, width, height) => {
  await page.viewport(width, height)
  await renderPart(<Opener kind={kind} />)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  toast.success('Backup made. It can be downloaded for an hour, and is deleted afterwards.')
  await expect.poll(messageBox).toBeDefined()
  const last = page.getByRole('button', { name: 'Last' })
  const box = await restingBox()
  for (const part of [last, page.getByRole('heading', { name: 'Long' })]) {
    part.element().scrollIntoView({ block: 'nearest' })
    expect(coveredBy(box)).toEqual([])
  }
})

const messages = () => [...document.querySelectorAll('[data-sonner-toast]')].map((one) => one.textContent)

test('one message of a kind shows at a time, as it was meant last', async () => {
  const undone: string[] = []
  const ended: string[] = []
  const remove = (name: string) =>
    toast.success(`Deleted ${name}`, {
      kind: 'deleted',
      description: name,
      undo: () => undone.push(name),
      onEnd: () => ended.push(name),
    })
  await renderPart(null)
  remove('A')
  toast.error('Not saved')
  await expect.poll(messages).toEqual(['Not saved', 'Deleted AAUndo'])
  remove('B')
  await expect.poll(messages).toEqual(['Deleted BBUndo', 'Not saved'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(messages).toEqual(['Not saved'])
  expect([undone, ended]).toEqual([['B'], ['B']])
  toast.success('Deleted C', { kind: 'deleted' })
  await expect.poll(messages).toEqual(['Deleted C', 'Not saved'])
  dismissToasts()
  await expect.poll(messages).toEqual([])
})

test('locking the vault removes the messages that hold values', async () => {
  const undone: string[] = []
  const { connection } = await renderPart(null)
  toast.success('Saved production', { undo: () => undone.push('production') })
  toast.error('Not saved')
  const rotate = { label: 'Rotate', onClick: () => undone.push('rotated') }
  toast.info('Still used', { kind: 'a', action: { ...rotate, holdsValues: true } })
  toast.info('Used elsewhere', { kind: 'b', action: rotate })
  await expect.poll(() => messages().length).toBe(4)
  connection.vault.lock()
  await expect.poll(messages).toEqual(['Used elsewhereRotate', 'Not saved'])
})

test('on a page that is not visible, a message of a locked vault undoes nothing', async () => {
  const undone: string[] = []
  const { connection } = await renderPart(null)
  toast.success('Saved production', { undo: () => undone.push('production') })
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  // A browser gives a hidden page no frames, in which sonner removes messages.
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  onTestFinished(() => void frames.mockRestore())
  connection.vault.lock()
  await vi.waitFor(() => expect(frames).toHaveBeenCalled())
  const button = undo.element() as HTMLElement
  button.click()
  expect(undone).toEqual([])
})

const names = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index}`)

function Rows() {
  const [count, setCount] = useState(2)
  return (
    <div className="fixed inset-x-4 bottom-0">
      <Button onClick={() => setCount(count + 1)}>Add</Button>
      <ListTable label="Rows" columns="grid-cols-1" heads={['Name']}>
        {names(count).map((name) => (
          <ListRow key={name} columns="grid-cols-1" aria-label={name} tabIndex={-1}>
            <GridCell>{name}</GridCell>
          </ListRow>
        ))}
      </ListTable>
    </div>
  )
}

test.each([390, 1440])(
  'a message covers neither the row that was made nor the one with the focus at %i',
  async (width) => {
    await page.viewport(width, 800)
    await renderPart(<Rows />)
    const row = (name: string) => page.getByRole('row', { name }).element()
    const isBelow = (name: string) => async () =>
      row(name).getBoundingClientRect().top - (await restingBox()).bottom
    await page.getByRole('button', { name: 'Add' }).click()
    await expect.element(page.getByRole('row', { name: 'Row 2' })).toBeVisible()
    toast.success('Created')
    await expect.poll(messageBox).toBeDefined()
    await expect.poll(isBelow('Row 2')).toBeGreaterThanOrEqual(0)
    row('Row 1').focus()
    await expect.poll(isBelow('Row 1')).toBeGreaterThanOrEqual(0)
  },
)

test('after Undo, the focus is where it was before, while another message remains', async () => {
  await renderPart(
    <Button
      onClick={() => {
        toast.warning('PORT is due')
        toast.success('Deleted PORT', { undo: () => {} })
      }}
    >
      Delete
    </Button>,
  )
  const opener = page.getByRole('button', { name: 'Delete' })
  await opener.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Deleted PORT')).not.toBeInTheDocument()
  await expect.element(page.getByText('PORT is due')).toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
