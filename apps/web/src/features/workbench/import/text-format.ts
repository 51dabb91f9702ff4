import type { ImportSource } from './import-preview.ts'

export type TextFormat = 'dotenv' | 'json' | 'yaml'

/** As the user reads them. */
export const formatNames: Readonly<Record<TextFormat, string>> = {
  dotenv: '.env',
  json: 'JSON',
  yaml: 'YAML',
}

/** The format of a text: by the name of its file, otherwise by its first line that is not a comment. */
export function formatOf({ text, file = '' }: ImportSource): TextFormat {
  if (/\.json$/i.test(file)) return 'json'
  if (/\.ya?ml$/i.test(file)) return 'yaml'
  if (/^\uFEFF?\s*\{/.test(text)) return 'json'
  const first = text.split('\n').find((line) => !/^\s*(?:#|$)/.test(line)) ?? ''
  return /^(?:---|["']?\w+["']?:(?:\s|$))/.test(first) ? 'yaml' : 'dotenv'
}
