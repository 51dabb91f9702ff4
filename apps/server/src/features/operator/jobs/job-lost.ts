/** Another node has the job: this one's lease ended while it was busy. */
export class JobLost extends Error {
  constructor() {
    super('Another node runs the job')
  }
}
