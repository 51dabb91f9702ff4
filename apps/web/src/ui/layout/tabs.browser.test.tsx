import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../tests/render-part.tsx'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { Tabs } from './tabs.tsx'

/** Tabs that ask before another one opens. */
function AskingTabs() {
  const [open, setOpen] = useState('text')
  const [wanted, setWanted] = useState<string>()
  return (
    <>
      <Tabs
        label="Views"
        tabs={['text', 'activity', 'keys'].map((value) => ({ value, label: value, content: `The ${value}` }))}
        value={open}
        onValueChange={setWanted}
      />
      {wanted && (
        <ConfirmDialog
          open
          onOpenChange={() => setWanted(undefined)}
          tone="warning"
          title="Discard unsaved changes?"
          description="They will be lost."
          confirmText="Discard changes"
          cancelText="Keep editing"
          onConfirm={() => setOpen(wanted)}
        />
      )}
      <Button>After</Button>
    </>
  )
}

const tab = (name: string) => page.getByRole('tab', { name })
const question = page.getByRole('alertdialog')

test('who stays on a tab is not asked again, by mouse and by keyboard', async () => {
  await renderPart(<AskingTabs />)
  for (const leave of [
    () => tab('activity').click(),
    async () => {
      tab('text').element().focus()
      await userEvent.keyboard('{ArrowRight}')
    },
    () => userEvent.keyboard('{Enter}'),
  ]) {
    await leave()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(tab('activity')).toHaveFocus()
    // A second question would open with the focus.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(tab('text')).toHaveAttribute('aria-selected', 'true')
  }
  await userEvent.keyboard('{ArrowRight}')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(page.getByText('The keys')).toBeVisible()
})
