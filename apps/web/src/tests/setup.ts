import '../disable-zod-jit.ts'
import '../ui/fonts.css'
import '../ui/theme.css'
import { afterEach, beforeEach, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
  document.title = 'Component'
})
/** Out of what a test shows: the row below the pointer has more buttons. */
const leavePage = () => cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
// Files share a page, and a component that a file left would show in the next one.
afterEach(async () => {
  await Promise.all([cleanup(), leavePage()])
  vi.unstubAllGlobals()
})
