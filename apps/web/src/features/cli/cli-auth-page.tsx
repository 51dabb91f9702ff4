import { installCommand } from '@envhold/contract/pages/cli-download.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { copyFailed } from '../../ui/text/copy-button.tsx'
import { environmentsQuery, projectsQuery } from '../projects/project-queries.ts'
import { exampleOptions, exampleProject, PlainHttpNote } from './cli-example.tsx'
import { CliToken } from './cli-token.tsx'
import { DeviceLogin } from './device-login/device-login.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The query of a link to a login. */
    deviceLogin?: string
  }
}

/** The link to a login that brought the user here. Its code does not stay in the address bar. */
function useLoginLink() {
  const navigate = useNavigate()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const kept = useLocation({ select: ({ state }) => state.deviceLogin ?? '' })
  const isLink = new URLSearchParams(query).has('code')
  useEffect(() => {
    if (isLink) void navigate({ to: '.', search: {}, state: { deviceLogin: query }, replace: true })
  }, [isLink, query, navigate])
  const link = new URLSearchParams(isLink ? query : kept)
  return { code: link.get('code') ?? '', tag: link.get('tag') ?? undefined }
}

/** The command line’s page. Opened by a link to a login, it shows that login and nothing else to press. */
export function CliAuthPage() {
  const { code, tag } = useLoginLink()
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <title>CLI · Envhold</title>
      <div className="grid gap-1">
        <h1 className="text-title font-semibold">CLI authentication</h1>
        <p className="text-ink-2">
          A token signs the command line in as you. It gives access to all your projects, and can be revoked
          from your account settings at any time.
        </p>
      </div>
      <DeviceLogin key={code} code={code} tag={tag} />
      {code === '' && (
        <>
          <CliToken />
          <CliSteps />
        </>
      )}
    </div>
  )
}

const steps = (server: string, options: string) => [
  { does: 'Install the command line', command: installCommand(server) },
  {
    does: 'Log in and approve the code on this page. Other commands log in automatically when needed. To paste a token instead, add --token',
    command: `envhold login --server ${server}`,
  },
  { does: 'List your projects', command: 'envhold projects' },
  {
    does: 'Pull an environment of a project into a .env file',
    command: `envhold pull ${options}`,
  },
  {
    does: 'Or run a program with the variables without writing a file; only the install step is needed',
    command: `envhold run --server ${server} ${options} -- npm start`,
  },
]

/** Uses the user's own project, so that the examples can be run as they are. */
function CliSteps() {
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
