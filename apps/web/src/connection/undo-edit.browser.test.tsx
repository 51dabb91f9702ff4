import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../tests/render-part.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { undoOf } from './undo-edit.ts'

interface Fields {
  readonly name: string
  readonly places: readonly number[]
  readonly note: string | null
}

const before: Fields = { name: 'storefront', places: [1], note: null }
const after: Fields = { name: 'shop', places: [1], note: null }
let written: Partial<Fields>[] = []
beforeEach(() => {
  written = []
})

async function undo(now: Fields | undefined, edited = after): Promise<void> {
  await renderPart(null)
  // The message of the test before it fades.
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).elements()).toEqual([])
  const edit = {
    what: before.name,
    sent: { name: edited.name },
    before,
    after: edited,
    read: async () => now,
    write: async (fields: Partial<Fields>) => written.push(fields),
    errors: { fallback: 'Not undone' },
  }
  toast.success('Saved', undoOf(edit))
  await page.getByRole('button', { name: 'Undo' }).click()
}

test('Undo writes the fields that an edit changed, and no others', async () => {
  const answered = { ...after, note: 'by somebody else' }
  await undo(answered, answered)
  await expect.element(page.getByText('Restored storefront')).toBeVisible()
  expect(written).toEqual([{ name: 'storefront' }])
})

test.each([
  ['was changed again', { ...after, name: 'store' }],
  ['is gone', undefined],
])('what %s is left as it is', async (_, now) => {
  await undo(now)
  await expect
    .element(page.getByText('Changed again in the meantime, and left as it is: storefront'))
    .toBeVisible()
  expect(written).toEqual([])
})

test('an edit that changed nothing has no Undo', () => {
  const edit = {
    what: '',
    sent: {},
    before,
    after: before,
    read: async () => before,
    write: async () => {},
    errors: { fallback: '' },
  }
  expect(undoOf(edit)).toEqual({})
})
