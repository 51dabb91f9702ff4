import '../disable-zod-jit.ts'
import '../ui/fonts.css'
import '../ui/theme.css'
import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
  document.title = 'Component'
})
// Files share a page, and a component that a file left would show in the next one.
afterEach(async () => {
  await cleanup()
  vi.unstubAllGlobals()
})
