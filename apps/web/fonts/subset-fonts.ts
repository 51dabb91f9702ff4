import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** All of Latin, and all of Inter: the former lacks the arrows of key caps. Both from packages. */
const latin = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const whole = require.resolve('inter-ui/variable/InterVariable.woff2')
const faces = require.resolve('@fontsource-variable/inter/wght.css')
export const fontSources = [latin, whole, faces]

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
const punctuation = '\u00a0·×–—‘’“”•…'
/** Marks, kerning and what the style sheet switches on; everything else is dropped. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'calt', 'tnum', 'cv11', 'ss03']

/** What stands on keys; a page fetches it if it shows one of them. */
const keyCaps = '←↑→↓↵⌘'

/** What {@link faces} says of Latin, without the characters of the first file. */
const ranges = [
  ['U+0000-00FF', 'U+00A1-00B6,U+00B8-00D6,U+00D8-00FF'],
  ['U+2000-206F', 'U+2000-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-206F'],
] as const

/**
 * Writes the characters and weights that nearly every page needs, a third of the file that holds all of Latin, and those
 * of key caps. `src/ui/fonts.css` names these files, and the same characters. The faces of all others exclude them:
 * where a browser gives up waiting for the first file, it would fetch a larger one for the same characters.
 */
export async function subsetFonts(): Promise<void> {
  await mkdir(new URL('dist', import.meta.url), { recursive: true })
  await subset(latin, ascii + punctuation, 'inter-ascii')
  await subset(whole, keyCaps, 'inter-key-caps')
  await writeFile(
    new URL('dist/inter-others.css', import.meta.url),
    withoutFirst(await readFile(faces, 'utf8')),
  )
}

function withoutFirst(css: string): string {
  let others = css.replaceAll('./files/', '@fontsource-variable/inter/files/')
  for (const [range, rest] of ranges) {
    if (!others.includes(range)) throw new Error(`No face of Inter has the range ${range}`)
    others = others.replace(range, rest)
  }
  return others
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
