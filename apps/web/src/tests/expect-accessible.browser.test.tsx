import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { expectAccessible } from './expect-accessible.ts'

test('a button without a name is reported, one with a name is not', async () => {
  const { rerender } = await render(<button type="button" />)
  await expect(expectAccessible()).rejects.toThrow('button')
  await rerender(<button type="button">Save</button>)
  await expectAccessible()
})

test('grey text on grey is reported', async () => {
  await render(<p style={{ color: '#999', background: '#aaa' }}>Hardly to be read</p>)
  await expect(expectAccessible()).rejects.toThrow('contrast')
})

test('what is in an open dialog is checked', async () => {
  await render(
    <div role="dialog" aria-label="Form">
      <input />
    </div>,
  )
  await expect(expectAccessible()).rejects.toThrow('input')
})
