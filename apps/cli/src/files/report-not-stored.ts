import type { Variables } from '@envhold/formats/variables.ts'
import type { Output } from '../output/output.ts'
import { countOwnComments } from './local-copy.ts'

/** Says in one line what of a pushed `.env` text a pull does not bring back; nothing if it has only variables. */
export function reportNotStored(output: Output, text: string, variables: Variables): void {
  const comments = countOwnComments(text, variables)
  const hasBlankLines = /\n[^\S\n]*\n/.test(text.trim())
  if (comments === 0 && !hasBlankLines) return
  const parts = [
    ...(comments === 0
      ? []
      : [comments === 1 ? '1 comment of no variable' : `${comments} comments of no variable`]),
    ...(hasBlankLines ? ['blank lines'] : []),
    'the order of the lines',
  ]
  output.info(`Not stored, so a pull writes without it: ${parts.join(', ')}.`)
}
