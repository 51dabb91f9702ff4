import type { Environment } from '@envhold/contract/environments/environments.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { readJson } from '@envhold/formats/parse-json.ts'
import type { Variables, WriteMode } from '@envhold/formats/variables.ts'
import { useEffect, useMemo, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { changedKeys, countsOf } from '../data/describe-changes.ts'
import { variablesQuery } from '../data/variable-queries.ts'
import { useVariableWrites } from '../data/variable-writes.ts'
import { notifyUndoable } from '../data/write-version.ts'
import { formatOf, type Preview, previewImport, type TextFormat, type TextReader } from './import-preview.ts'

type Ready = Extract<Preview, { kind: 'ready' }>

/** `unread`: what the environment has is not known while the vault is locked. */
export type TextPreview = Preview | { readonly kind: 'unread' }

export function useImportText(environment: Environment) {
  const connection = useConnection()
  const { queries, withUnlockedVault } = connection
  const { importDotenv, importVariables } = useVariableWrites(environment)()

  /** Imports a text that was previewed, and offers to undo it. @throws StaleError if another user saved since */
  const importText = async (
    { text, format }: { text: string; format: TextFormat },
    mode: WriteMode,
    { before, after: written, read, changes, count }: Ready,
  ): Promise<void> => {
    const answer =
      format === 'dotenv'
        ? await importDotenv(text, mode, written)
        : await importVariables(read, mode, written)
    const { environment: after, warnings } = answer
    notifyUndoable(connection, `Imported ${formatCount(count, 'variable')}: ${countsOf(answer)}`, [
      { after, keys: changedKeys(changes), before, written },
    ])
    if (warnings.length > 0) toast.warning(`${warnings.length} of them need review`)
  }
  /** Unlocks the vault, and reads what a text would change. */
  const readBefore = () =>
    withUnlockedVault(() => queries.fetchQuery(variablesQuery(connection, environment.id)))
  return { importText, readBefore }
}

/** What importing a text would change, in the format that it seems to have. Without `before`, nothing of that is known. */
export function useTextPreview(
  text: string,
  file: string | undefined,
  before: Variables | undefined,
  mode: WriteMode,
): { format: TextFormat; isLoading: boolean; preview: TextPreview } {
  const format = formatOf({ text, ...(file !== undefined && { file }) })
  const reader = useTextReader(format)
  const preview = useMemo((): TextPreview => {
    if (!before) return { kind: 'unread' }
    return reader ? previewImport(text, before, mode, reader) : { kind: 'empty' }
  }, [text, before, mode, reader])
  return { format, isLoading: reader === undefined, preview }
}

const missingReader =
  'The part that reads YAML did not load. Copy the text, reload the page and paste it again'

/** In place of a reader that did not load. Chromium does not request code again that failed once. */
const withoutReader: TextReader = () => {
  throw new FormatError([{ line: 0, problem: missingReader }])
}

/** The reader of a format; undefined while that of YAML is loaded, which only those who import YAML need. */
function useTextReader(format: TextFormat): TextReader | undefined {
  const [parseYaml, setParseYaml] = useState<TextReader>()
  const isNeeded = format === 'yaml'
  useEffect(() => {
    if (!isNeeded) return
    void import('./parse-yaml.ts').then(
      (loaded) => setParseYaml(() => loaded.parseYaml),
      () => setParseYaml(() => withoutReader),
    )
  }, [isNeeded])
  if (format === 'yaml') return parseYaml
  return format === 'json' ? readJson : readDotenv
}
