import { installCommand } from '@envhold/contract/pages/cli-download.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { copyFailed } from '../../ui/text/copy-button.tsx'
import { PlainHttpNote, shellWord } from './cli-example.tsx'

interface Props {
  project: string
  environment: string
}

const commands = (server: string, { project, environment }: Props) => [
  { does: 'Install the command line', command: installCommand(server) },
  {
    does: 'In the folder of your application, start it with the variables; the first time, approve the login in your browser',
    command: `envhold run --server ${server} --project ${shellWord(project)} --env ${shellWord(environment)} -- npm start`,
  },
]

/** From a new project to a program that gets its variables. */
export const FirstCommands = (props: Props) => (
  <div className="grid gap-4">
    <PlainHttpNote />
    <ol className="grid gap-4">
      {commands(window.location.origin, props).map(({ does, command }) => (
        <li key={does} className="grid gap-1.5">
          <p className="text-ink-2">{does}</p>
          <CodeBlock
            code={command}
            label="Copy command"
            onCopied={() => toast.success('Command copied to clipboard!')}
            onFailed={copyFailed('Failed to copy command')}
          />
        </li>
      ))}
    </ol>
  </div>
)
