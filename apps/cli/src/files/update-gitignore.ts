import { basename } from 'node:path'
import { askLine } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import { addToGitignore, gitStanding } from './gitignore.ts'

/**
 * Prevents that a file with secrets is committed by mistake: adds it to .gitignore when requested, asks at a
 * terminal, otherwise says how.
 */
export async function updateGitignore(
  output: Output,
  path: string,
  shown: string,
  { add, yes }: { add: boolean; yes: boolean },
): Promise<void> {
  const standing = gitStanding(path)
  if (standing === 'tracked') {
    output.warn(
      `${shown} is committed to git. Remove it: git rm --cached ${basename(path)}. Then change its secrets.`,
    )
    return
  }
  if (standing === 'ignored' || (standing === 'outside' && !add)) return
  const wanted = add || yes || (output.interactive && (await agrees(shown)))
  if (wanted) {
    output.say(`Added to ${await addToGitignore(path)}.`)
  } else if (!output.interactive) {
    output.warn(`git does not ignore ${shown}. To add it to .gitignore: envhold pull --gitignore`)
  }
}

const agrees = async (shown: string) => !/^n/i.test(await askLine(`Add ${shown} to .gitignore? [Y/n] `))
