import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../tests/render-part.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { CopyButton } from './copy-button.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const button = (name: string) => page.getByRole('button', { name, exact: true })
const withoutClipboard = () =>
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)

test('without TLS, text is copied in the older way', async () => {
  withoutClipboard()
  await renderPart(
    <Dialog open title="Pass this link on" onOpenChange={() => {}}>
      <CopyButton labelled text={'A=1\n B=2'} />
      <textarea aria-label="Pasted" />
    </Dialog>,
  )
  await button('Copy').click()
  await expect.element(button('Copied')).toBeVisible()
  expect(document.body.textContent).not.toContain('B=2')
  await page.getByLabelText('Pasted').click()
  await userEvent.paste()
  await expect.element(page.getByLabelText('Pasted')).toHaveValue('A=1\n B=2')
})

test.each([
  [true, 'The browser did not allow it.'],
  [false, 'Copying needs https, and this page was opened over http.'],
])('a copy that fails says why, and not that it worked (TLS: %s)', async (isSecure, why) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  vi.spyOn(document, 'execCommand').mockReturnValue(false)
  vi.stubGlobal('isSecureContext', isSecure)
  await renderPart(<CopyButton labelled text="x" />)
  await button('Copy').click()
  await expect.element(page.getByText('Failed to copy')).toBeVisible()
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(button('Copy')).toBeVisible()
})
