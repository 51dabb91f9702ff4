import { installCommand } from '@envhold/contract/cli-download.ts'
import { useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useApi } from '../../connection/use-api.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { copyFailed } from '../../ui/copy-failed.ts'
import { environmentsQuery, projectsQuery } from '../projects/project-queries.ts'
import { exampleOptions, exampleProject } from './cli-example.ts'
import { PlainHttpNote } from './plain-http-note.tsx'

const steps = (server: string, options: string) => [
  { does: 'Install the command line', command: installCommand(server) },
  {
    does: 'Log in: approve its code here. Any other command does so by itself. To paste a token, add --token',
    command: `envhold login --server ${server}`,
  },
  { does: 'List your projects', command: 'envhold projects' },
  {
    does: 'Pull an environment of a project into a .env file',
    command: `envhold pull ${options}`,
  },
  {
    does: 'Or start a program with the values and leave no file behind; this needs none of the steps above but the first',
    command: `envhold run --server ${server} ${options} -- npm start`,
  },
]

/** Uses the user's own project, so that the examples can be run as they are. */
export function CliSteps() {
  const api = useApi()
  const { data: projects = [] } = useQuery(projectsQuery(api))
  const project = exampleProject(projects)
  const { data: environments = [] } = useQuery({
    ...environmentsQuery(api, project?.id ?? 0),
    enabled: project !== undefined,
  })
  const options = exampleOptions(projects, environments)
  return (
    <section className="grid gap-4">
      <h2 className="font-semibold">Set it up</h2>
      <PlainHttpNote />
      <ol className="grid gap-4">
        {steps(window.location.origin, options).map(({ does, command }, index) => (
          <li key={does} className="grid grid-cols-[1.75rem_1fr] gap-x-3 gap-y-1.5">
            <span className="grid size-6 place-items-center rounded-full bg-accent-soft text-small font-medium text-accent">
              {index + 1}
            </span>
            <p className="self-center">{does}</p>
            <CodeBlock
              code={command}
              label="Copy command"
              className="col-start-2"
              onCopied={() => toast.success('Command copied to clipboard!')}
              onFailed={copyFailed('Failed to copy command')}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
