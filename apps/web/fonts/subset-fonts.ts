import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** All of Latin, and all of Inter: the former lacks the arrows of key caps. Both from packages. */
const latin = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const whole = require.resolve('inter-ui/variable/InterVariable.woff2')
export const fontSources = [latin, whole]

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
const punctuation = '\u00a0·×–—‘’“”•…'
/** Marks, kerning and what the style sheet switches on; everything else is dropped. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'calt', 'tnum', 'cv11', 'ss03']

/** What stands on keys; a page fetches it if it shows one of them. */
const keyCaps = '←↑→↓↵⌘'

/**
 * Writes the characters and weights that nearly every page needs, a third of the file that holds all of Latin, and those
 * of key caps. `src/ui/fonts.css` names these files, and the same characters.
 */
export async function subsetFonts(): Promise<void> {
  await mkdir(new URL('dist', import.meta.url), { recursive: true })
  await subset(latin, ascii + punctuation, 'inter-ascii')
  await subset(whole, keyCaps, 'inter-key-caps')
}

async function subset(source: string, characters: string, name: string): Promise<void> {
  const options = {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    // Of the two files, one alone has the axis of sizes.
    variationAxes: { wght: { min: 400, max: 600, default: 400 }, ...(source === whole && { opsz: 14 }) },
  } as const
  const font = await subsetFont(await readFile(source), characters, options)
  await writeFile(new URL(`dist/${name}.woff2`, import.meta.url), font)
}
