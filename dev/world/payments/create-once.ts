import { randomUUID } from 'node:crypto'
import type { FakeAnswer, FakeRoute } from './fake-server.ts'

/** A repeated key gets the first answer again, and an error with another body. */
export function createOnce(): (act: FakeRoute['answer']) => FakeRoute['answer'] {
  const replies = new Map<string, { readonly body: string; readonly answer: FakeAnswer }>()
  return (act) => async (request) => {
    const key = String(request.headers['idempotency-key'] ?? randomUUID())
    const first = replies.get(key)
    if (first && first.body !== request.body)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Other parameters' } } }
    const answer = first?.answer ?? (await act(request))
    replies.set(key, { body: request.body, answer })
    return answer
  }
}
