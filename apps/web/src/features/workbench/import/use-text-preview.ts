import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { parseJson } from '@envhold/formats/parse-json.ts'
import type { Variables, WriteMode } from '@envhold/formats/variables.ts'
import { useEffect, useMemo, useState } from 'react'
import { type Preview, previewImport, type TextReader } from './import-preview.ts'
import { formatOf, type TextFormat } from './text-format.ts'

/** What importing a text would change, in the format that it seems to have. */
export function useTextPreview(
  text: string,
  file: string | undefined,
  before: Variables,
  mode: WriteMode,
): { format: TextFormat; isLoading: boolean; preview: Preview } {
  const format = formatOf({ text, ...(file !== undefined && { file }) })
  const reader = useTextReader(format)
  const preview = useMemo(
    (): Preview => (reader ? previewImport(text, before, mode, reader) : { kind: 'empty' }),
    [text, before, mode, reader],
  )
  return { format, isLoading: reader === undefined, preview }
}

const readJson: TextReader = (text) => ({ variables: parseJson(text), warnings: [], noteWarnings: [] })

/** The reader of a format; undefined while that of YAML is loaded, which only those who import YAML need. */
function useTextReader(format: TextFormat): TextReader | undefined {
  const [parseYaml, setParseYaml] = useState<TextReader>()
  const isNeeded = format === 'yaml'
  useEffect(() => {
    if (isNeeded) void import('./parse-yaml.ts').then((loaded) => setParseYaml(() => loaded.parseYaml))
  }, [isNeeded])
  if (format === 'yaml') return parseYaml
  return format === 'json' ? readJson : readDotenv
}
