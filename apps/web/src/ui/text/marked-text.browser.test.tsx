import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { MarkedText } from './marked-text.tsx'

const value = 'a \r\nb\u200bc\u202ed\n'

test('each sign has words, and what is copied is the text alone', async () => {
  await renderPart(
    <output aria-label="Value" className="font-mono break-all whitespace-pre-wrap">
      <MarkedText text={value} />
    </output>,
  )
  const output = page.getByLabelText('Value')
  await expect.element(output).toBeVisible()
  for (const name of ['1 trailing space', '1 carriage return', '1 zero-width space', '1 last newline'])
    await expect.element(output.getByRole('img', { name })).toBeVisible()
  await expectAccessible()
  expect(output.element().textContent).toBe(value)
  const text = output.element().firstElementChild as Element
  getSelection()?.selectAllChildren(text)
  const clipboardData = new DataTransfer()
  text.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
  expect(clipboardData.getData('text/plain')).toBe(value)
})

test('a direction mark turns nothing around', async () => {
  await renderPart(
    <p data-testid="text">
      <MarkedText text={'\u202eabc'} />
    </p>,
  )
  const text = page.getByTestId('text').element().firstElementChild?.lastChild as Text
  const left = (at: number) => {
    const range = document.createRange()
    range.setStart(text, at)
    range.setEnd(text, at + 1)
    return range.getBoundingClientRect().left
  }
  expect(left(0)).toBeLessThan(left(2))
})
