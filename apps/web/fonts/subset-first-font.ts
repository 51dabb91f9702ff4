import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** All of Latin, from a package. */
export const fontSource = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)
/** `src/ui/fonts.css` names this file, and the same characters. */
const target = fileURLToPath(new URL('dist/inter-ascii.woff2', import.meta.url))

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
const punctuation = '\u00a0·×–—‘’“”•…'
/** Marks, kerning and what the style sheet switches on; everything else is dropped. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'calt', 'tnum', 'cv11', 'ss03']

/** Writes the characters and weights that nearly every page needs: a third of the file that holds all of Latin. */
export async function subsetFirstFont(): Promise<void> {
  const options = {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    variationAxes: { wght: { min: 400, max: 600, default: 400 } },
  } as const
  const font = await subsetFont(await readFile(fontSource), ascii + punctuation, options)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, font)
}
