import { type DotenvDialect, dotenvDialects } from '@envhold/formats/dialect.ts'
import { useState } from 'react'
import { errorText, fieldErrors } from '../../../connection/api/error-text.ts'
import { isUnlockCancelled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { saveFile } from '../../../ui/text/save-file.ts'
import { useAction } from '../../../ui/use-action.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { variableErrors } from '../data/variable-errors.ts'
import { downloadEnvironmentFile } from './download-environment.ts'

const readerNames: Record<DotenvDialect, string> = {
  node: 'Node.js (dotenv)',
  next: 'Next.js and Vite',
  compose: 'Docker Compose',
  docker: 'docker run --env-file',
  python: 'Python (python-dotenv)',
  ruby: 'Ruby (dotenv)',
  go: 'Go (godotenv)',
  php: 'PHP (phpdotenv, Laravel)',
  make: 'make (include)',
  bash: 'bash (source)',
  systemd: 'systemd (EnvironmentFile)',
}

const portable = 'portable'

interface Props {
  /** Why the portable text was rejected, if that was tried first. */
  rejection?: unknown
  environment: { id: number; name: string }
  onClose: () => void
}

/** Downloads a `.env` file for one dialect, because some values have no form that all readers agree on. */
export function DownloadDialog({ environment, rejection, onClose }: Props) {
  const connection = useConnection()
  const [reader, setReader] = useState<DotenvDialect | typeof portable>(portable)
  const [warnings, setWarnings] = useState<string | null>(null)

  const download = async () => {
    const dialect = reader === portable ? undefined : reader
    const file = await downloadEnvironmentFile(connection, environment.id, dialect)
    saveFile(file.name, file.text)
    if (file.warnings === null) return onClose()
    setWarnings(file.warnings)
  }
  const { run, isBusy, problem } = useAction<unknown>(
    download,
    (error) => (isUnlockCancelled(error) ? undefined : error),
    rejection,
  )

  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          Download <EnvironmentName environment={environment} />
        </>
      }
      description="A .env file with every value in the clear. Do not commit it to version control."
    >
      <div className="grid gap-4">
        {problem !== undefined && (
          <Banner tone="bad" title={errorText(problem, variableErrors.downloadEnvironment)}>
            {fieldErrors(problem)
              .slice(0, 8)
              .map(({ path, message }) => (
                <p key={path + message} className="text-small">
                  <span className="font-mono">{path}</span> {message}
                </p>
              ))}
          </Banner>
        )}
        {warnings !== null && (
          <Banner tone="warn" title="Downloaded, but some values need checking">
            Readers differ on <span className="font-mono text-small break-all">{warnings}</span>. Choose the
            program that reads the file, and download it again.
          </Banner>
        )}
        <Field
          label="Written for"
          hint="There is no single .env format. If a value has quotes, $ or several lines, choose the program that reads the file."
        >
          <Select
            value={reader}
            onChange={(event) =>
              setReader(dotenvDialects.find((name) => name === event.target.value) ?? portable)
            }
          >
            <option value={portable}>Any reader (portable)</option>
            {dotenvDialects.map((name) => (
              <option key={name} value={name}>
                {readerNames[name]}
              </option>
            ))}
          </Select>
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {warnings === null ? 'Cancel' : 'Close'}
          </Button>
          <Button onClick={run} busy={isBusy}>
            Download .env
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
