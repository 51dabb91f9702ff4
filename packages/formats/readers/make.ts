import type { Variable } from '../src/variables.ts'
import type { Reader, ReadText } from './reader.ts'
import { run, versionFrom, withFiles } from './run-reader.ts'

/** A makefile that includes the text and prints every variable as a recipe's program gets it. */
const makefile = `include $(file)
export
all:
	@/usr/bin/env -0
.PHONY: all
`

/** GNU make, for a makefile that includes the text and exports what it sets. */
export const make: Reader = {
  name: 'GNU make',
  dialect: 'make',
  kind: 'real',
  version: versionFrom('make', ['--version'])?.match(/^GNU Make (\S+)/)?.[1],
  read: (texts) =>
    withFiles(texts, (folder) => texts.map((text, index) => readOne(text, `${folder}/${index}`))),
}

function readOne(text: string, file: string): ReadText {
  const names = new Set(Array.from(text.matchAll(/^ *(?:export +)?([A-Za-z_]\w*) *=/gm), (match) => match[1]))
  try {
    const printed = run('make', ['--silent', '-f', '-', `file=${file}`], makefile)
      .toString()
      .split('\0')
    const pairs = printed.flatMap((pair): [string, Variable][] => {
      const index = pair.indexOf('=')
      return index > 0 && names.has(pair.slice(0, index))
        ? [[pair.slice(0, index), { value: pair.slice(index + 1) }]]
        : []
    })
    return new Map(pairs)
  } catch {
    return null
  }
}
