/** The colour of an HTTP status: done, sent elsewhere, or refused. */
export const statusTone = (status: number): 'good' | 'warn' | 'bad' =>
  status < 300 ? 'good' : status < 400 ? 'warn' : 'bad'
