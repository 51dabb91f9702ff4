import type { ClassValue } from 'clsx'
import { clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    theme: { text: ['small', 'base', 'title', 'display'], shadow: ['low', 'high'], container: ['content'] },
  },
})

/** Joins class names; of two conflicting ones, the later wins. */
export const cn = (...classes: ClassValue[]) => merge(clsx(classes))
