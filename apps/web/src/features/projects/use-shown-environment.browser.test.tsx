import type { Environment } from '@envhold/contract/environments/environments.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { sampleEnvironment } from '../../tests/samples.ts'
import { useShownEnvironment } from './use-shown-environment.ts'

const production = sampleEnvironment()
const staging = sampleEnvironment({ id: 12, name: 'staging' })

interface Props {
  environments: readonly Environment[] | undefined
  environmentId?: number
}

function Shown({ environments, environmentId }: Props) {
  const { environment, isUnavailable } = useShownEnvironment(environments, environmentId)
  return <p data-testid="shown">{`${environment?.name ?? 'unknown'}${isUnavailable ? ' is gone' : ''}`}</p>
}

const cases: readonly [string, readonly Props[], string][] = [
  ['nothing while they load', [{ environments: undefined }], 'unknown'],
  ['the first one', [{ environments: [production, staging] }], 'production'],
  ['the wanted one', [{ environments: [production, staging], environmentId: 12 }], 'staging'],
  [
    'the first one that is gone',
    [{ environments: [production, staging] }, { environments: [staging] }],
    'production is gone',
  ],
  [
    'the wanted one that is gone',
    [
      { environments: [production, staging], environmentId: 12 },
      { environments: [production], environmentId: 12 },
    ],
    'staging is gone',
  ],
  ['one that was never there', [{ environments: [production], environmentId: 12 }], 'unknown is gone'],
  [
    'its new name',
    [{ environments: [production] }, { environments: [{ ...production, name: 'live' }] }],
    'live',
  ],
  [
    'the one that the user chooses then',
    [
      { environments: [staging, production] },
      { environments: [production] },
      { environments: [production], environmentId: 11 },
    ],
    'production',
  ],
]

test.each(cases)('shows %s', async (_, steps, text) => {
  const [first, ...others] = steps
  const { rerender } = await render(<Shown {...(first as Props)} />)
  for (const step of others) await rerender(<Shown {...step} />)
  await expect.element(page.getByTestId('shown')).toHaveTextContent(text)
})
