import '../disable-zod-jit.ts'
import '../ui/fonts.css'
import '../ui/theme.css'
import { afterEach, beforeEach, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
  document.title = 'Component'
})
afterEach(() => {
  vi.unstubAllGlobals()
})
