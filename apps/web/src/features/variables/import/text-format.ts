import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { parseJson } from '@envhold/formats/parse-json.ts'
import { useEffect, useState } from 'react'
import type { ImportSource, TextReader } from './import-preview.ts'

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

const readJson: TextReader = (text) => ({ variables: parseJson(text), warnings: [], noteWarnings: [] })

/** The reader of a format; undefined while that of YAML is loaded, which only those who import YAML need. */
export function useTextReader(format: TextFormat): TextReader | undefined {
  const [parseYaml, setParseYaml] = useState<TextReader>()
  const isNeeded = format === 'yaml'
  useEffect(() => {
    if (isNeeded) void import('./parse-yaml.ts').then((loaded) => setParseYaml(() => loaded.parseYaml))
  }, [isNeeded])
  if (format === 'yaml') return parseYaml
  return format === 'json' ? readJson : readDotenv
}
