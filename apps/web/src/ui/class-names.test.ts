import { globSync, readFileSync } from 'node:fs'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, it } from 'vitest'
import { cn } from './class-names.ts'

const whole = extendTailwindMerge({
  extend: {
    theme: { text: ['small', 'base', 'title', 'display'], shadow: ['low', 'high'], container: ['content'] },
  },
})

/** Every word of the app's sources that Tailwind knows as a class which overrules itself, without its variants. */
function classesOfApp(): readonly string[] {
  const root = new URL('..', import.meta.url).pathname
  const sources = globSync(`${root}/**/*.{ts,tsx}`).filter((path) => !/\.test\.|class-names/.test(path))
  const words = sources.flatMap((path) => readFileSync(path, 'utf8').match(/[\w:[\]()/.,%+*-]+/g) ?? [])
  const classes = words.map((word) => word.replace(/^.*:(?=[\w-]+)/, ''))
  return [...new Set(classes)].filter((name) => !name.endsWith('[') && whole(`${name} ${name}`) === name)
}

/** Simple classes of the groups that have conflicts, or whose prefix others have too. */
const rival =
  /^(p|px|pb|m|mt|ml|w|h|size|gap|flex|text|font|bg|border|border-b|rounded|hidden|block|absolute|leading|overflow|inset|top|outline|line-clamp|shadow|basis|shrink)(-[\w.]+)?$/

it('decides about the classes of the app as the library with all groups of Tailwind does', () => {
  const classes = classesOfApp()
  expect(classes).toContain('border-b-2')
  const rivals = classes.filter((name) => rival.test(name))
  const differing = classes.flatMap((first) =>
    rivals.flatMap((second) => {
      const both = `${first} ${second}`
      return cn(both) === whole(both) ? [] : [`${both}: ${cn(both)}, not ${whole(both)}`]
    }),
  )
  expect(differing).toEqual([])
})
