import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../tests/render-part.tsx'
import { LinkUrlHint } from './invitation-dialogs.tsx'

test.each([
  ['https://vault.example.com/invite#inv_1', 'You opened this page at another address'],
  ['http://localhost:1', 'It only opens on the server’s own machine.'],
  [window.location.origin, 'It only opens on the server’s own machine.'],
])('says where %s leads', async (url, hint) => {
  await renderPart(<LinkUrlHint url={url} />)
  await expect.element(page.getByText(`The link leads to ${new URL(url).origin}`)).toBeVisible()
  await expect.element(page.getByText(hint)).toBeVisible()
  expect(document.body.textContent).not.toContain('inv_1')
})
